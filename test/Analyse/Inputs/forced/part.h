#define PART 64
