// An output repeats its input's CHECK comments: plain FileCheck finds its
// pattern there and passes, with %strip it fails as it should.
// RUN: FileCheck %s < %s
// RUN: cat %s | %strip | not FileCheck %s 2>&1 | FileCheck %s --check-prefix=WHY
// CHECK: nowhere in the code
// WHY: expected string not found
//
// Code beside a trailing CHECK comment stays, and so do a user's comments; a
// diff's sign in front of a comment hides it from nobody.
// RUN: cat %s | %strip | FileCheck %s --check-prefix=KEEPS --match-full-lines
// RUN: sed 's/^/+/' %s | %strip | not FileCheck %s
int kept; // KEEPS: int kept;
// a user's comment, note: kept
// KEEPS-NEXT: // a user's comment, note: kept
