#ifndef WIDE
#define WIDE 64
#endif
