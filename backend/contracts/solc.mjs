#!/usr/bin/env node
// Gives forge the compiler of package.json: forge asks a program for its version and has it compile standard JSON from stdin to stdout.
import { readFileSync } from "node:fs";
import solc from "solc";

if (process.argv.includes("--version")) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}`);
} else {
  process.stdout.write(solc.compile(readFileSync(0, "utf8")));
}
