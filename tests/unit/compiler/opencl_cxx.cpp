// SPDX-FileCopyrightText: The Weft authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The headers of include/opencl_cxx as a program sees them: what compiles, and what is refused with
// which sentence. OpenCL C++ 1.0, the chapters' Requirements and Restrictions.
#include "frontend/clang_frontend.h"
#include "frontend/embedded_headers.h"
#include "pipeline.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

using namespace testing;

namespace weft::compiler {
namespace {

const char *const kQueueHeaders = "#include <opencl_device_queue>\n"
                                  "#include <opencl_work_item>\n"
                                  "using namespace cl;\n";

class OpenCLCxx : public Test {
protected:
  FrontendResult run(const std::string &source, const std::string &options = "-cl-std=CLC++2021") {
    CompileRequest request;
    request.source = source;
    return runFrontend(request, llvm::cantFail(parseBuildOptions(options, CompileAction::Build)),
                       context_);
  }
  void compiles(const std::string &source) {
    FrontendResult result = run(source);
    EXPECT_TRUE(result.module) << result.log << source;
    EXPECT_THAT(result.log, IsEmpty());
  }
  llvm::LLVMContext context_;
};

// --- Refused -----------------------------------------------------------------------------------

struct Refusal {
  const char *name;
  const char *source;
  const char *sentence;
};

class Refused : public OpenCLCxx, public WithParamInterface<Refusal> {};

TEST_P(Refused, WithASentence) {
  FrontendResult result = run(std::string(kQueueHeaders) + GetParam().source);
  EXPECT_FALSE(result.module);
  EXPECT_THAT(result.log, HasSubstr(GetParam().sentence));
}

#define WEFT_ENQUEUE "q.enqueue_kernel(enqueue_policy::no_wait, ndrange(1), "

const Refusal kRefusals[] = {
    // 3.14.7 Requirements
    {"FunctorWithACopyConstructor",
     "struct F { int a; F(int x) : a(x) {} F(const F &f) : a(f.a) {} void operator()() const {} "
     "};\n"
     "kernel void k(device_queue q) { F f(1); " WEFT_ENQUEUE "f); }",
     "an enqueued functor must be trivially copyable"},
    {"FunctorWithADestructor",
     "struct F { ~F() {} void operator()() const {} };\n"
     "kernel void k(device_queue q) { F f; " WEFT_ENQUEUE "f); }",
     "an enqueued functor must be trivially copyable"},
    {"FunctorThatIsMovedAndNotCopied",
     "struct F { F() = default; F(F &&) = default; void operator()() const {} };\n"
     "kernel void k(device_queue q) { " WEFT_ENQUEUE "F()); }",
     "deleted copy constructor"},
    {"CaptureWithACopyConstructor",
     "struct S { int a; S(int x) : a(x) {} S(const S &s) : a(s.a) {} };\n"
     "kernel void k(device_queue q) { S s(1); " WEFT_ENQUEUE "[=] { int b = s.a; }); }",
     "an enqueued functor must be trivially copyable"},
    {"ArgumentWithACopyConstructor",
     "struct S { int a; S(int x) : a(x) {} S(const S &s) : a(s.a) {} };\n"
     "kernel void k(device_queue q) { S s(1); " WEFT_ENQUEUE "[](const S &t) {}, s); }",
     "an argument of an enqueued functor must be trivially copyable"},
    {"QueryOfAFunctorWithADestructor",
     "struct F { ~F() {} void operator()() const {} };\n"
     "kernel void k(global<uint> *o) { *o = get_kernel_work_group_size(F()); }",
     "an enqueued functor must be trivially copyable"},
    {"FunctionForAFunctor", "void f() {}\nkernel void k(device_queue q) { " WEFT_ENQUEUE "f); }",
     "what is enqueued must be a lambda or an object with operator()"},
    {"CaptureOfAQueue", "kernel void k(device_queue q) { " WEFT_ENQUEUE "[=] { q.is_valid(); }); }",
     "<source>:4:93: error: an enqueued lambda cannot capture the 'cl::device_queue' 'q': pass it "
     "as an argument of enqueue_kernel"},
    {"CaptureOfAQueueByReference",
     "kernel void k(device_queue q) { " WEFT_ENQUEUE "[&] { q.is_valid(); }); }",
     "an enqueued lambda cannot capture the 'cl::device_queue' 'q'"},
    {"CaptureOfAnEvent",
     "kernel void k(device_queue q) { event e; " WEFT_ENQUEUE "[=] { e.is_valid(); }); }",
     "an enqueued lambda cannot capture the 'cl::event' 'e'"},
    {"CaptureOfEvents",
     "kernel void k(device_queue q) { event e[2]; " WEFT_ENQUEUE "[=] { e[1].is_valid(); }); }",
     "an enqueued lambda cannot capture the 'cl::event' 'e'"},
    {"CaptureOfALambdaThatCapturedAnEvent",
     "kernel void k(device_queue q) { event e; auto inner = [=] { e.is_valid(); };\n"
     "  " WEFT_ENQUEUE "[=] { inner(); }); }",
     "an enqueued lambda cannot capture the 'cl::event' 'e'"},
    {"ArgumentThatCapturedAnEvent",
     "kernel void k(device_queue q) { event e; auto inner = [=] { e.is_valid(); };\n"
     "  " WEFT_ENQUEUE "[](auto f) { f(); }, inner); }",
     "an enqueued lambda cannot capture the 'cl::event' 'e'"},
    {"GenericLambdaThatCapturesAnEvent",
     "kernel void k(device_queue q) { event e; " WEFT_ENQUEUE
     "[=](auto x) { e.is_valid(); }, 1); }",
     "an enqueued lambda cannot capture the 'cl::event' 'e'"},

    // 3.14.8 Restrictions, 3.7 Marker Types
    {"PointerToAQueue", "kernel void k(device_queue q) { device_queue *p = nullptr; }",
     "there are no pointers to 'cl::device_queue'"},
    {"ParameterThatPointsToAQueue", "void f(device_queue *q) {}",
     "there are no pointers to 'cl::device_queue'"},
    {"PointerToAPointerToAQueue", "void f(device_queue **q) {}",
     "there are no pointers to 'cl::device_queue'"},
    {"NameForAPointerToAQueue", "typedef device_queue *pointer;",
     "there are no pointers to 'cl::device_queue'"},
    {"ArrayOfQueues", "kernel void k(device_queue q) { device_queue a[] = {q, q}; }",
     "there are no arrays of 'cl::device_queue'"},
    {"QueueAtProgramScope", "device_queue q = get_default_device_queue();",
     "a variable at program scope cannot be a 'cl::device_queue'"},
    {"EventAtProgramScope", "event e;", "a variable at program scope cannot be a 'cl::event'"},
    {"EventsAtProgramScope", "namespace n { event e[3]; }",
     "a variable at program scope cannot be a 'cl::event'"},
    {"StaticMemberEvent", "struct S { static event e; };",
     "a variable at program scope cannot be a 'cl::event'"},
    {"StaticEvent", "kernel void k() { static event e; }",
     "a 'cl::event' cannot be in the global, local or constant address space, or static"},
    {"EventInLocalMemory", "kernel void k() { local<event> e; }",
     "a 'cl::event' cannot be in the global, local or constant address space, or static"},
    {"QueueAsAMember", "struct S { device_queue q; };",
     "a 'cl::device_queue' cannot be a member of a class"},
    {"EventAsAMember", "struct S { int a; event e; };",
     "a 'cl::event' cannot be a member of a class"},
    {"EventAsAMemberOfAUnion", "union U { int a; event e[2]; };",
     "a 'cl::event' cannot be a member of a class"},
    {"EventAsAMemberOfATemplate",
     "template <class T> struct S { T t; };\nkernel void k() { S<event> s; }",
     "a 'cl::event' cannot be a member of a class"},
    {"FunctionThatReturnsAQueue", "device_queue f(device_queue q) { return q; }",
     "a function cannot return a 'cl::device_queue'"},
    {"FunctionThatReturnsAnEvent", "event f() { return make_user_event(); }",
     "a function cannot return a 'cl::event'"},
    {"QueueWithoutAValue", "kernel void k() { device_queue q; }", "deleted constructor"},
    {"AssignedQueue", "kernel void k(device_queue q, device_queue r) { q = r; }",
     "deleted operator '='"},
    {"MovedIntoAQueue", "kernel void k(device_queue q) { q = get_default_device_queue(); }",
     "deleted operator '='"},
    {"AddressOfAQueue", "kernel void k(device_queue q) { auto p = &q; }", "deleted operator '&'"},
    {"NDRangeFromASize", "void f(ndrange r);\nkernel void k() { f(1); }", "no matching function"},
    {"NDRangeOfFourDimensions", "kernel void k() { ndrange r({1, 2, 3, 4}); }",
     "an ndrange has 1, 2 or 3 dimensions"},
    {"NDRangeOfTwoAndThreeDimensions", "kernel void k() { ndrange r({1, 2}, {1, 2, 3}); }",
     "no matching constructor"},
    {"NDRangeOfArraysOfTwoAndThree",
     "kernel void k() { size_t g[2] = {1, 2}, l[3] = {1, 1, 1}; ndrange r(g, l); }",
     "no matching constructor"},
    {"ProfilingInfoOfThirtyTwoBits",
     "kernel void k(global_ptr<int> p) { event e; "
     "e.profiling_info(event_profiling_info::exec_time, p); }",
     "profiling information is two 64-bit values"},
    {"EventAsACondition", "kernel void k() { event e; bool b = e; }", "no viable conversion"},
    {"LocalPointerToGlobalMemory", "kernel void k(global<int> *g) { local_ptr<int> p(g); }",
     "no matching constructor"},
    {"PointerMadeWithoutAsking", "kernel void k(global<int> *g) { global_ptr<int> p = g; }",
     "no viable conversion"},
    {"SizeMadeWithoutAsking", "kernel void k(device_queue q) { local_ptr<int>::size_type n = 4; }",
     "no viable conversion"},

    // What the headers' extensions of Clang would let through
    {"FunctionPointer", "void f();\nkernel void k() { void (*p)() = f; p(); }",
     "pointers to functions are not allowed"},
    {"AddressOfAFunction", "void f();\nkernel void k() { auto x = &f; }",
     "taking the address of a function is not allowed"},
    {"FunctionPassedOn",
     "void f();\ntemplate <class F> void g(F h) { h(); }\nkernel void k() { g(f); }",
     "taking the address of a function is not allowed"},
    {"StructureWithAPointerForAParameter",
     "struct S { global_ptr<int> p; };\nkernel void k(S s) {}",
     "'S' cannot be used as the type of a kernel parameter"},
    {"StructureWithAConstructorForAParameter",
     "struct S { int a; S(int x) : a(x) {} };\nkernel void k(S s) {}",
     "'S' cannot be used as the type of a kernel parameter"},
};

INSTANTIATE_TEST_SUITE_P(, Refused, ValuesIn(kRefusals),
                         [](const auto &test) { return test.param.name; });

// --- Told ---------------------------------------------------------------------------------------

TEST_F(OpenCLCxx, AReferenceThatMayDangleIsAWarning) {
  FrontendResult result =
      run(std::string(kQueueHeaders) + "kernel void k(device_queue q) { int x = 0;\n" WEFT_ENQUEUE
                                       "[&] { x = 1; }); }");
  EXPECT_TRUE(result.module);
  EXPECT_THAT(result.log, HasSubstr("warning: an enqueued functor keeps a reference to 'x', which "
                                    "may be gone when it runs"));
}

// --- Compiled ------------------------------------------------------------------------------------

TEST_F(OpenCLCxx, EveryHeaderAloneAndTwice) {
  for (const EmbeddedHeader &header : libraryHeaders()) {
    std::string include = "#include <" + std::string(header.name) + ">\n";
    compiles(include + "kernel void k() {}");
    compiles(include + include + "using namespace cl;\nkernel void k() {}");
  }
}

TEST_F(OpenCLCxx, EveryFileIsAHeader) {
  std::set<std::string> files, headers;
  for (const auto &file : std::filesystem::directory_iterator(WEFT_LIBRARY_HEADERS))
    files.insert(file.path().filename());
  for (const EmbeddedHeader &header : libraryHeaders())
    headers.insert(std::string(header.name));
  EXPECT_EQ(headers, files);
}

TEST_F(OpenCLCxx, HeadersAreForCxx2021) {
  EXPECT_THAT(run("#include <opencl_work_item>\n", "-cl-std=CL3.0").log,
              HasSubstr("'opencl_work_item' file not found"));
}

TEST_F(OpenCLCxx, AProgramsOwnHeaderOfThatNameComesFirst) {
  CompileRequest request;
  request.source = "#include <opencl_work_item>\nkernel void k() { int a = MINE; }";
  request.headers = {{"opencl_work_item", "#define MINE 1\n"}};
  FrontendResult result = runFrontend(
      request, llvm::cantFail(parseBuildOptions("-cl-std=CLC++2021", CompileAction::Build)),
      context_);
  EXPECT_TRUE(result.module) << result.log;
}

TEST_F(OpenCLCxx, AddressSpaceNamesAreKeywordsWithoutTheHeaders) {
  compiles("kernel void k(global int *g, constant int *c, local int *l) { local int x; }");
}

TEST_F(OpenCLCxx, AddressSpaceNamesAreTemplatesWithThem) {
  compiles("#include <opencl_memory>\n"
           "cl::global<int> g; cl::constant<int> c = 1;\n"
           "using namespace cl;\n"
           "kernel void k(global<int> *p, constant<int> *q, local<float> *l, __global int *o) {\n"
           "  local<int> x; local<float[4]> y; priv<int> z = 2; static global<int> s;\n"
           "  x = z; y[1] = 2; *p = x + c + g; s = 1; int local = 3, constant = local;\n"
           "}");
}

TEST_F(OpenCLCxx, NamesWorkQualifiedAndAfterUsingNamespace) {
  const std::string headers =
      "#include <opencl_work_item>\n#include <opencl_math>\n#include <opencl_integer>\n"
      "#include <opencl_common>\n#include <opencl_synchronization>\n";
  compiles(headers + "kernel void k(__global float4 *o, __global int *p) {\n"
                     "  size_t i = cl::get_global_id(0);\n"
                     "  o[i] = cl::sin(o[i]) + cl::clamp(o[i], 0.f, 1.f) + cl::fmax(o[i], 2.f);\n"
                     "  p[i] = cl::clamp(p[i], 1, 2) + cl::popcount(p[i]);\n"
                     "  cl::work_group_barrier(cl::mem_fence::global);\n"
                     "}");
  compiles(headers + "using namespace cl;\n"
                     "kernel void k(__global float4 *o, __global int *p) {\n"
                     "  size_t i = get_global_id(0);\n"
                     "  o[i] = sin(o[i]) + clamp(o[i], 0.f, 1.f) + fmax(o[i], 2.f) + ::sin(o[i]);\n"
                     "  p[i] = clamp(p[i], 1, 2) + popcount(p[i]) + cl::popcount(p[i]);\n"
                     "  work_group_barrier(mem_fence::global);\n"
                     "  work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
                     "}");
}

TEST_F(OpenCLCxx, MacrosOfTheProgramDoNotReachTheHeaders) {
  EXPECT_TRUE(run("#include <opencl_device_queue>\n#include <opencl_atomic>\n"
                  "#include <opencl_math>\n#include <opencl_work_group>\nkernel void k() {}",
                  "-cl-std=CLC++2021 -DN=64 -DT=float -DFun=1 -Dp=4 -DM=5 "
                  "-DArgs=6 -Dsize=7 -Df=8 -Dx=9 -Dy=10 -Dpos=11")
                  .module);
}

TEST_F(OpenCLCxx, AFunctionOfTheProgramMayHaveTheNameOfABuiltinItDidNotInclude) {
  compiles("#include <opencl_device_queue>\nusing namespace cl;\n"
           "float mix(float a) { return a; }\nkernel void k(global<float> *o) { *o = mix(*o); }");
}

TEST_F(OpenCLCxx, WhatTheReadmeShows) {
  std::ifstream file(WEFT_README);
  std::stringstream text;
  text << file.rdbuf();
  const std::string readme = text.str();
  auto block = [&](const std::string &fence) {
    size_t begin = readme.find("\n" + fence + "\n") + fence.size() + 2;
    return readme.substr(begin, readme.find("```\n", begin) - begin);
  };
  compiles(block("```cpp"));
  FrontendResult blocks = run(block("```c"), "-cl-std=CL3.0");
  EXPECT_TRUE(blocks.module) << blocks.log;
}

// --- To kernel IR --------------------------------------------------------------------------------

TEST_F(OpenCLCxx, ParametersAreWhatTheHostSets) {
  FrontendResult result =
      run(std::string(kQueueHeaders) +
          "kernel void k(device_queue q, global_ptr<int> g, constant_ptr<float4> c,\n"
          "              local_ptr<double[]> l, global_ptr<const int[]> h, int n) {}");
  ASSERT_TRUE(result.module) << result.log;
  const llvm::Function *kernel = result.module->getFunction("k");
  auto space = [&](unsigned index) {
    return kernel->getArg(index)->getType()->getPointerAddressSpace();
  };
  EXPECT_TRUE(llvm::isa<llvm::TargetExtType>(kernel->getArg(0)->getType()));
  EXPECT_EQ(space(1), 1u);
  EXPECT_EQ(space(2), 2u);
  EXPECT_EQ(space(3), 3u);
  EXPECT_EQ(space(4), 1u);
  EXPECT_TRUE(kernel->getArg(5)->getType()->isIntegerTy(32));
}

} // namespace
} // namespace weft::compiler
