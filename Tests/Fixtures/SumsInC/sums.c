// The same as Tests/Fixtures/Sums, in C.
int add(int left, int right) { return (int)((unsigned)left + (unsigned)right); }
