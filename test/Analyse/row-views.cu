// What leads to elements of a tile by other names, as far as that is followed.
// RUN: %pipeline-rewrite %s %builtin --layout=pad --variant=none --verify=kernels 2>&1 >/dev/null | grep 'rows of' | FileCheck %s

#include <cstdio>

#define LOOP(FILL, ...)                                                        \
  float sum = 0.0f;                                                            \
  for (int k = 0; k < n; k += 256) {                                           \
    for (int r = 0; r < 8; ++r) {                                              \
      FILL;                                                                    \
    }                                                                          \
    __syncthreads();                                                           \
    for (int c = 0; c < 32; ++c) {                                             \
      __VA_ARGS__;                                                             \
    }                                                                          \
    __syncthreads();                                                           \
  }                                                                            \
  C[t] = sum;

#define FILLED As[r][t] = A[k + 32 * r + t]
#define USED sum += As[t % 8][c]

struct View {
  const float *first;
  __device__ explicit View(const float &of) : first(&of) {}
};
struct Doubled {
  float value;
  __device__ explicit Doubled(float of) : value(2 * of) {}
};

// CHECK: 'As' left as they are: a reference to one of its elements is handed on
__global__ void kept_by_constructor(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += View(As[t % 4][c]).first[c])
}

// CHECK: 'As' padded by 1 element, in 'constructed'
__global__ void constructed(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += Doubled(As[t % 8][c]).value)
}

struct Cell {
  float value;
  Cell() = default;
  __device__ Cell &operator=(float of) { value = of; return *this; }
  __device__ operator float() const { return value; }
  __device__ float twice() const { return 2 * value; }
  __device__ float below(int rows) const { return this[rows * 32].value; }
  __device__ const float *address() const { return &value; }
};

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void method_goes_on(const float *A, float *C, int n) {
  __shared__ Cell As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += As[0][c].below(t % 8))
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void method_returns_address(const float *A, float *C, int n) {
  __shared__ Cell As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += As[t % 7][c].address()[32])
}

// CHECK: 'As' padded by 1 element, in 'methods'
__global__ void methods(const float *A, float *C, int n) {
  __shared__ Cell As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += As[t % 8][c].twice() + As[t % 8][c] + *As[t % 8][c].address())
}

// CHECK: 'As' left as they are: its address is handed to '__builtin_addressof'
__global__ void address_of_function(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += __builtin_addressof(As[t % 4][0])[c])
}

// CHECK: 'As' padded by 1 element, in 'address_read'
__global__ void address_read(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += *&As[t % 8][c])
}

__device__ const float *after(const float *row, int c) { return row + c; }
__device__ const float &element(const float *row, int c) { return row[c]; }
__device__ float moved(const float *row, int c) { c = c + 1; return row[c]; }
__device__ float unseen(const float *row);

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void returned_past_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += *after(As[t % 7], c + 1))
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void changed_in_callee(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += moved(As[t % 7], c % 31))
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void moved_after_return(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += (&element(As[t % 7], c))[1])
}

// CHECK: 'As' padded by 1 element, in 'returned_in_row'
__global__ void returned_in_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += *after(As[t % 8], c) + element(As[t % 8], c))
}

// CHECK: 'As' left as they are: its address is handed to 'unseen'
__global__ void handed_to_unseen(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; if (n < 0) sum += unseen(As[t % 8]))
}

// CHECK: 'As' left as they are: its size is asked for
__global__ void row_by_name_asked(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, auto &row = As[t % 8]; sum += row[c] + sizeof(row))
}

// CHECK: 'As' left as they are: it is handed on as a whole
__global__ void size_by_type(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; sum += sizeof(decltype(As)))
}

// CHECK: 'As' left as they are: rows are counted from a pointer
__global__ void rows_in_turn(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; for (auto &row : As) sum += row[c])
}

// CHECK: 'As' padded by 1 element, in 'row_by_name'
__global__ void row_by_name(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, auto &row = As[t % 8]; sum += row[c] + sizeof(row[0]))
}

// CHECK: 'As' left as they are: the address of one of its elements is handed on
__global__ void captured(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *row = As[t % 8]; auto at = [row](int i) { return row[i]; }; sum += at(c))
}

// CHECK: 'As' left as they are: it is handed on as a whole
__global__ void any_index(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, auto at = [&](auto i) { return As[i % 8][c]; }; sum += at(t))
}

// CHECK: 'As' padded by 1 element, in 'handed_to_lambda'
__global__ void handed_to_lambda(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, auto at = [](const float *row, int i) { return row[i]; }; sum += at(As[t % 8], c))
}

// CHECK: 'As' left as they are: the address of one of its elements is kept
__global__ void parts_of_element(const float *A, float *C, int n) {
  __shared__ float2 As[8][32];
  const int t = threadIdx.x;
  LOOP(As[r][t].x = As[r][t].y = A[k + 32 * r + t], auto &[x, y] = As[t % 4][c]; sum += (&x)[c * 2] + y)
}

// CHECK: 'As' padded by 1 element, in 'parts_of_copy'
__global__ void parts_of_copy(const float *A, float *C, int n) {
  __shared__ float2 As[8][32];
  const int t = threadIdx.x;
  LOOP(As[r][t].x = As[r][t].y = A[k + 32 * r + t], auto [x, y] = As[t % 8][c]; sum += x + y)
}

// CHECK: 'As' left as they are: it is handed on as a whole
__global__ void kept_in_array(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *rows[2] = {As[0], As[1]}; sum += rows[t % 2][c])
}

// CHECK: 'As' padded by 1 element, in 'chosen_row'
__global__ void chosen_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *row = t % 2 ? As[0] : As[1]; sum += row[c] + As[t % 8][c])
}

// CHECK: 'As' left as they are: the address of one of its elements is handed on
__global__ void compared(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; sum += &As[t % 8][c] < &As[4][0])
}

// CHECK: 'As' left as they are: the address of one of its elements is handed on
__global__ void distance(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; sum += &As[t % 8][c] - &As[0][0])
}

// CHECK: 'As' left as they are: the address of one of its elements is handed on
__global__ void last_of_block(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += ({ const float *row = As[t % 7]; row; })[c + 1])
}

// CHECK: 'As' padded by 1 element, in 'kept_twice'
__global__ void kept_twice(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *row = As[t % 8]; const float *const same = row; sum += same[c])
}

// CHECK: 'As' left as they are: the address of one of its elements is handed on
__global__ void printed(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; if (n < 0) printf("%p", &As[t % 8][c]))
}

// CHECK: 'As' padded by 1 element, in 'printed_value'
__global__ void printed_value(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; if (n < 0) printf("%f", As[t % 8][c]))
}

// CHECK: 'As' left as they are: the address of one of its elements is handed on
__global__ void as_bits(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, USED; sum += reinterpret_cast<size_t>(&As[t % 8][c]) % 128)
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void by_bytes(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const char *bytes = reinterpret_cast<const char *>(As[t % 7]); sum += *reinterpret_cast<const float *>(bytes + 4 * c + 4))
}

// CHECK: 'As' padded by 1 element, in 'by_bytes_in_row'
__global__ void by_bytes_in_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const char *bytes = reinterpret_cast<const char *>(As[t % 8]); sum += *reinterpret_cast<const float *>(bytes + 4 * c))
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void backwards(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *last = &As[t % 7 + 1][31]; sum += *(last - t))
}

// CHECK: 'As' padded by 1 element, in 'backwards_in_row'
__global__ void backwards_in_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float *last = &As[t % 8][31]; sum += *(last - c))
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void as_other_rows(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float (*rows)[16] = reinterpret_cast<const float (*)[16]>(As[t % 4]); sum += rows[2][c % 16])
}

// CHECK: 'As' padded by 1 element, in 'as_part_of_row'
__global__ void as_part_of_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, const float (*rows)[16] = reinterpret_cast<const float (*)[16]>(As[t % 8]); sum += rows[1][c % 16])
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void changed_after(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, float *last = &(As[t % 7][c] += 0.0f); sum += last[1])
}

// CHECK: 'As' padded by 1 element, in 'changed_in_row'
__global__ void changed_in_row(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, if (c == 0 && t < 8) As[t][0] += 1.0f, ++As[t][1]; __syncwarp(); USED)
}

// CHECK: 'As' left as they are: a pointer into a row may be moved past its end
__global__ void element_of_other_type(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += __int_as_float(reinterpret_cast<const int (&)[2]>(As[t % 7][c])[1]))
}

// CHECK: 'As' padded by 1 element, in 'bits_of_element'
__global__ void bits_of_element(const float *A, float *C, int n) {
  __shared__ float As[8][32];
  const int t = threadIdx.x;
  LOOP(FILLED, sum += __int_as_float(reinterpret_cast<const int &>(As[t % 8][c])))
}

void launch(const float *A, float *C, int n) {
  kept_by_constructor<<<1, 32>>>(A, C, n);
  constructed<<<1, 32>>>(A, C, n);
  method_goes_on<<<1, 32>>>(A, C, n);
  method_returns_address<<<1, 32>>>(A, C, n);
  methods<<<1, 32>>>(A, C, n);
  address_of_function<<<1, 32>>>(A, C, n);
  address_read<<<1, 32>>>(A, C, n);
  returned_past_row<<<1, 32>>>(A, C, n);
  changed_in_callee<<<1, 32>>>(A, C, n);
  moved_after_return<<<1, 32>>>(A, C, n);
  returned_in_row<<<1, 32>>>(A, C, n);
  handed_to_unseen<<<1, 32>>>(A, C, n);
  row_by_name_asked<<<1, 32>>>(A, C, n);
  size_by_type<<<1, 32>>>(A, C, n);
  rows_in_turn<<<1, 32>>>(A, C, n);
  row_by_name<<<1, 32>>>(A, C, n);
  captured<<<1, 32>>>(A, C, n);
  any_index<<<1, 32>>>(A, C, n);
  handed_to_lambda<<<1, 32>>>(A, C, n);
  parts_of_element<<<1, 32>>>(A, C, n);
  parts_of_copy<<<1, 32>>>(A, C, n);
  kept_in_array<<<1, 32>>>(A, C, n);
  chosen_row<<<1, 32>>>(A, C, n);
  compared<<<1, 32>>>(A, C, n);
  distance<<<1, 32>>>(A, C, n);
  last_of_block<<<1, 32>>>(A, C, n);
  kept_twice<<<1, 32>>>(A, C, n);
  printed<<<1, 32>>>(A, C, n);
  printed_value<<<1, 32>>>(A, C, n);
  as_bits<<<1, 32>>>(A, C, n);
  by_bytes<<<1, 32>>>(A, C, n);
  by_bytes_in_row<<<1, 32>>>(A, C, n);
  backwards<<<1, 32>>>(A, C, n);
  backwards_in_row<<<1, 32>>>(A, C, n);
  as_other_rows<<<1, 32>>>(A, C, n);
  as_part_of_row<<<1, 32>>>(A, C, n);
  changed_after<<<1, 32>>>(A, C, n);
  changed_in_row<<<1, 32>>>(A, C, n);
  element_of_other_type<<<1, 32>>>(A, C, n);
  bits_of_element<<<1, 32>>>(A, C, n);
}
