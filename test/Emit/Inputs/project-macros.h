#define max(a, b) ((a) > (b) ? (a) : (b))
