typedef unsigned int word_t;
