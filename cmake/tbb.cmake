find_package(TBB 2021.5 REQUIRED COMPONENTS tbb)
find_package(PkgConfig REQUIRED)
pkg_check_modules(HWLOC REQUIRED IMPORTED_TARGET hwloc)
