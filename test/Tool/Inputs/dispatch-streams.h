// Objects that are streams.
struct Stream {
  cudaStream_t is;
  operator cudaStream_t() const { return is; }
};
struct Any {
  cudaStream_t is;
  template <typename T> operator T *() const { return (T *)is; }
};
struct Either {
  cudaStream_t is;
  operator cudaStream_t() const { return is; }
  operator void *() const { return nullptr; }
};
