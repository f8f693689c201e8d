// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL C to kernel IR: what a program sees, what its author is told, and what of it is kept.
#include "frontend/clang_frontend.h"
#include "frontend/kernel_ir.h"
#include "frontend/kernel_metadata.h"
#include "frontend/program_checks.h"
#include "weft/compiler/device_features.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <gmock/gmock.h>

using namespace testing;

namespace weft::compiler {
namespace {

class Frontend : public Test {
protected:
  FrontendResult run(const std::string &source, const std::string &options = "") {
    request_.source = source;
    request_.workingDirectory = folder_;
    BuildOptions parsed = llvm::cantFail(parseBuildOptions(options, CompileAction::Build));
    FrontendResult result = runFrontend(request_, parsed, context_);
    if (result.module)
      writeNote(*result.module, parsed);
    return result;
  }

  std::unique_ptr<llvm::Module> module(const std::string &source, const std::string &options = "") {
    FrontendResult result = run(source, options);
    EXPECT_TRUE(result.module) << result.log;
    return std::move(result.module);
  }

  KernelSignature describe(const llvm::Module &module, const std::string &name, size_t arguments) {
    std::vector<KernelSignature> kernels(1);
    kernels[0].name = name;
    kernels[0].arguments.resize(arguments);
    describeKernels(module, kernels);
    return kernels[0];
  }

  void SetUp() override {
    llvm::SmallString<128> folder;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("weft-frontend", folder));
    folder_ = std::string(folder);
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder_); }

  void file(const std::string &name, const std::string &text) {
    std::error_code error;
    llvm::raw_fd_ostream(folder_ + "/" + name, error) << text;
    ASSERT_FALSE(error);
  }

  llvm::LLVMContext context_;
  CompileRequest request_;
  std::string folder_;
};

TEST_F(Frontend, ErrorsHaveLineAndCaret) {
  FrontendResult result = run("kernel void k(global int *a) {\n  a[0] = nothing;\n}\n");
  EXPECT_FALSE(result.module);
  EXPECT_THAT(result.log, HasSubstr("<source>:2:10: error:"));
  EXPECT_THAT(result.log, HasSubstr("         ^"));
  EXPECT_THAT(result.log, HasSubstr("1 error generated."));
}

TEST_F(Frontend, WarningsAreErrorsOrNothingOnDemand) {
  const char *source = "kernel void k(global int *a) { int b[2]; a[0] = b[3]; }";
  EXPECT_THAT(run(source).log, HasSubstr("warning:"));
  EXPECT_THAT(run(source, "-w").log, IsEmpty());
  FrontendResult strict = run(source, "-Werror");
  EXPECT_FALSE(strict.module);
  EXPECT_THAT(strict.log, HasSubstr("error:"));
}

TEST_F(Frontend, MacrosTellTheTruthAboutTheDevice) {
  std::string source = "#if __OPENCL_VERSION__ != 300 || !defined(__ENDIAN_LITTLE__)\n"
                       "#error version\n#endif\n"
                       "#ifdef __IMAGE_SUPPORT__\n#error images\n#endif\n";
  for (const DeviceExtension &extension : kDeviceExtensions)
    if (extension.inOpenCLC)
      source += "#ifndef " + std::string(extension.name) + "\n#error missing\n#endif\n";
  for (const OpenCLCFeature &feature : kOpenCLCFeatures)
    source += "#ifndef " + std::string(feature.name) + "\n#error missing\n#endif\n";
  for (const char *absent : {"cl_khr_3d_image_writes", "cl_khr_subgroups", "cl_khr_fp16",
                             "__opencl_c_images", "__opencl_c_pipes"})
    source += "#ifdef " + std::string(absent) + "\n#error false\n#endif\n";
  EXPECT_TRUE(run(source, "-cl-std=CL3.0").module) << run(source, "-cl-std=CL3.0").log;
}

TEST_F(Frontend, FastRelaxedMathIsVisible) {
  std::string source = "#ifndef __FAST_RELAXED_MATH__\n#error no\n#endif\n";
  EXPECT_TRUE(run(source, "-cl-fast-relaxed-math").module);
  EXPECT_FALSE(run(source).module);
}

TEST_F(Frontend, ProgramHeadersShadowFiles) {
  file("value.h", "#define VALUE disk\n");
  file("other.h", "#define OTHER 1\n");
  request_.headers = {{"value.h", "#define VALUE first\n"},
                      {"value.h", "#define VALUE 7\n#include \"nested/deep.h\"\n"},
                      {"nested/deep.h", "#include \"value2.h\"\n"},
                      {"value2.h", "#define VALUE2 8\n"}};
  FrontendResult result = run("#include \"value.h\"\n#include <other.h>\n"
                              "constant int x = VALUE + VALUE2 + OTHER;\n",
                              "-I .");
  ASSERT_TRUE(result.module) << result.log;
  EXPECT_EQ(result.dependencies.size(), 1u);
}

TEST_F(Frontend, FilesReadAreDependenciesWithTheirContents) {
  file("a.h", "#define A 1\n");
  FrontendResult first = run("#include \"a.h\"\nconstant int x = A;\n");
  ASSERT_TRUE(first.module) << first.log;
  ASSERT_EQ(first.dependencies.size(), 1u);
  EXPECT_EQ(first.dependencies[0].path, folder_ + "/a.h");
  file("a.h", "#define A 2\n");
  FrontendResult second = run("#include \"a.h\"\nconstant int x = A;\n");
  ASSERT_EQ(second.dependencies.size(), 1u);
  EXPECT_NE(first.dependencies[0].hash, second.dependencies[0].hash);
}

TEST_F(Frontend, InlineFunctionsHaveTheirBody) {
  for (const char *options : {"", "-cl-opt-disable", "-g -cl-opt-disable"}) {
    auto ir = module("inline int f(int x) { return x + 1; }\n"
                     "kernel void k(global int *a) { a[0] = f(a[1]); }\n",
                     options);
    const llvm::Function *f = ir->getFunction("f");
    ASSERT_TRUE(f);
    EXPECT_FALSE(f->isDeclaration()) << options;
    EXPECT_FALSE(f->hasAvailableExternallyLinkage());
  }
}

// Constraints of C99 that Clang began to enforce: it is enough to tell (C99 5.1.1.3 Diagnostics).
TEST_F(Frontend, PointersOfAnotherTypeAreNoError) {
  const char *source = "kernel void k(global uint *out, global uint2 *in) {\n"
                       "  global uint *words = in;\n  ulong address = out;\n"
                       "  out[0] = words[address & 1];\n}\n";
  FrontendResult result = run(source);
  EXPECT_TRUE(result.module);
  EXPECT_THAT(result.log,
              AllOf(HasSubstr("<source>:2:16: warning:"), HasSubstr("<source>:3:9: warning:")));
  EXPECT_FALSE(run(source, "-Werror").module);
}

TEST_F(Frontend, ArgumentInfoIsTheSources) {
  auto ir = module("kernel void k(global const float *restrict in, local uint4 *scratch,\n"
                   "              constant volatile char *table, const double value) {}");
  EXPECT_THAT(describe(*ir, "k", 4).arguments[0].name, IsEmpty());
  keepArgumentInfo(*ir);
  KernelSignature kernel = describe(*ir, "k", 4);
  EXPECT_TRUE(kernel.hasArgumentInfo);
  EXPECT_EQ(kernel.arguments[0].name, "in");
  EXPECT_EQ(kernel.arguments[0].typeName, "float*");
  EXPECT_EQ(kernel.arguments[0].addressQualifier, 0x119Bu); // CL_KERNEL_ARG_ADDRESS_GLOBAL
  EXPECT_EQ(kernel.arguments[0].typeQualifiers, 1u | 2u);   // const restrict
  EXPECT_EQ(kernel.arguments[0].accessQualifier, 0x11A3u);  // none
  EXPECT_EQ(kernel.arguments[1].typeName, "uint4*");
  EXPECT_EQ(kernel.arguments[1].addressQualifier, 0x119Cu); // local
  EXPECT_EQ(kernel.arguments[2].addressQualifier, 0x119Du); // constant
  EXPECT_EQ(kernel.arguments[2].typeQualifiers, 1u | 4u);   // const volatile
  EXPECT_EQ(kernel.arguments[3].typeName, "double");
  EXPECT_EQ(kernel.arguments[3].addressQualifier, 0x119Eu); // private
  EXPECT_EQ(kernel.arguments[3].typeQualifiers, 0u);
}

TEST_F(Frontend, AttributesAreInTheSpecificationsForm) {
  auto ir = module("kernel __attribute__((reqd_work_group_size(4, 2, 1)))\n"
                   "__attribute__((vec_type_hint(uchar3))) void a() {}\n"
                   "kernel __attribute__((work_group_size_hint(64, 1, 1))) void b() {}\n"
                   "kernel void c() {}\n");
  EXPECT_EQ(describe(*ir, "a", 0).attributes, "vec_type_hint(uchar3) reqd_work_group_size(4,2,1)");
  EXPECT_EQ(describe(*ir, "b", 0).attributes, "work_group_size_hint(64,1,1)");
  EXPECT_EQ(describe(*ir, "c", 0).attributes, "");
}

TEST_F(Frontend, RecursionIsRefusedByName) {
  auto direct = module("int f(int n) { return n ? n * f(n - 1) : 1; }\n"
                       "kernel void k(global int *a) { a[0] = f(a[1]); }\n");
  EXPECT_THAT(llvm::toString(checkNoRecursion(*direct)), HasSubstr("'f' calls itself"));
  auto mutual = module("int g(int n); int f(int n) { return g(n); } int g(int n) { return f(n); }");
  std::string log = llvm::toString(checkNoRecursion(*mutual));
  EXPECT_THAT(log, AllOf(HasSubstr("'f'"), HasSubstr("'g'"), HasSubstr("call each other")));
  auto none = module("kernel void a(global int *p) { p[0] = 1; }\n"
                     "kernel void b(global int *p) { a(p); a(p); }\n");
  EXPECT_EQ(llvm::toString(checkNoRecursion(*none)), "");
}

TEST_F(Frontend, FunctionPointersAreRefused) {
  EXPECT_THAT(run("int f(int x) { return x; }\n"
                  "kernel void k(global int *a) { int (*p)(int) = f; a[0] = p(1); }\n")
                  .log,
              HasSubstr("pointers to functions are not allowed"));
}

TEST_F(Frontend, KernelIRSurvivesBytesAndLinks) {
  std::string caller = writeKernelIR(
      *module("int f(int x);\nkernel void k(global int *a) { a[0] = f(a[1]); }\n", "-g"));
  std::string callee = writeKernelIR(*module("int f(int x) { return x + 1; }\n"));
  std::vector<std::unique_ptr<llvm::Module>> modules;
  modules.push_back(llvm::cantFail(readKernelIR(caller, context_)));
  modules.push_back(llvm::cantFail(readKernelIR(callee, context_)));
  auto whole = llvm::cantFail(linkKernelIR(std::move(modules)));
  EXPECT_FALSE(whole->getFunction("f")->isDeclaration());
  CodeGenerationOptions note = llvm::cantFail(readNote(*whole));
  EXPECT_TRUE(note.debug);
  EXPECT_FALSE(note.disableOptimization);
}

TEST_F(Frontend, DuplicateDefinitionsFailByName) {
  std::vector<std::unique_ptr<llvm::Module>> modules;
  modules.push_back(module("int twice(int x) { return x + 1; }\n"));
  modules.push_back(module("int twice(int x) { return x + 2; }\n"));
  auto whole = linkKernelIR(std::move(modules));
  ASSERT_FALSE(whole);
  EXPECT_THAT(llvm::toString(whole.takeError()), HasSubstr("twice"));
}

TEST_F(Frontend, ForeignBytesAreNoKernelIR) {
  auto garbage = readKernelIR("not bitcode", context_);
  EXPECT_FALSE(garbage);
  llvm::consumeError(garbage.takeError());
  llvm::Module foreign("foreign", context_);
  auto unmarked = readKernelIR(writeKernelIR(foreign), context_);
  ASSERT_FALSE(unmarked);
  EXPECT_THAT(llvm::toString(unmarked.takeError()), HasSubstr("not made by this driver"));
}

} // namespace
} // namespace weft::compiler
