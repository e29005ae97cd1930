#pragma once
#define STEP(to, value)
#define FACTOR 31
