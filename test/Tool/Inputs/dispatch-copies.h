// What kernels say that is another in a copy, and the nearest that is not.
struct OfFunction {
  const char *name = __builtin_FUNCTION();
};
struct OfText {
  const char *name = "text";
};
__device__ int lastParameter() {
  int value;
  asm("ld.param.u32 %0, [_Z14readsParameterPKfPfi_param_2];" : "=r"(value));
  return value;
}
__device__ int lane() {
  int value;
  asm("mov.u32 %0, %%laneid;" : "=r"(value));
  return value;
}
