// Prints the milliseconds that importing the package takes, as a program that depends on it would.
const start = performance.now();
await import("tamis");
process.stdout.write(String(performance.now() - start));
