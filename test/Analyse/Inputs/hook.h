#ifndef HOOK
#define HOOK(to, value)
#endif
