// Prints the milliseconds for importing the package, as in a program that depends on it.
const start = performance.now();
await import("tamis");
process.stdout.write(String(performance.now() - start));
