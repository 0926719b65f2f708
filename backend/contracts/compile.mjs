// Compiles every Solidity file under src/ and writes one artifact a contract: its ABI and creation code, with sorted keys and no metadata, so
// that the same sources give the same bytes on any machine. Each folder under src/ is a compilation of its own: what is being written in one
// never changes, or stops, another. What was compiled of what stands in artifacts.sum, and where that is so still nothing is compiled: --all
// compiles it all the same.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import solc from "solc";

const root = dirname(fileURLToPath(import.meta.url));
const artifacts = join(root, "artifacts");
const settings = JSON.parse(readFileSync(join(root, "settings.json"), "utf8"));

const sumFile = join(root, "artifacts.sum");

// sum is of all that the artifacts depend on, and of them.
function sum() {
  const hash = createHash("sha256");
  const add = (name) => hash.update(name).update("\0").update(readFileSync(join(root, name))).update("\0");
  hash.update(solc.version());
  ["compile.mjs", "settings.json", ...solidityFiles("src"), ...readdirSync(artifacts).sort().map((name) => `artifacts/${name}`)].forEach(add);
  return hash.digest("hex") + "\n";
}

const solidityFiles = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(".sol"))
    .map((name) => `${folder}/${name}`)
    .sort();

function compile(folder) {
  const files = solidityFiles(folder);
  const outputSelection = Object.fromEntries(files.map((file) => [file, { "*": ["abi", "evm.bytecode.object"], "": ["ast"] }]));
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(files.map((file) => [file, { content: readFileSync(join(root, file), "utf8") }])),
    settings: { ...settings, outputSelection },
  };
  const readImport = (path) => {
    try {
      return { contents: readFileSync(join(root, path), "utf8") };
    } catch (error) {
      return { error: error.message };
    }
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readImport }));
  // Warnings fail the build too: a contract that holds money has none.
  if (output.errors?.length) throw new Error(output.errors.map((e) => e.formattedMessage).join("\n"));
  return files.flatMap((file) => bindable(output, file));
}

// bindable leaves out abstract contracts, libraries and interfaces, because nothing can be deployed from them, but for interfaces that ask for a
// binding: those that several contracts answer together.
function bindable(output, file) {
  const asked = (node) => node.contractKind === "interface" && node.documentation?.text.includes("@custom:binding");
  return output.sources[file].ast.nodes
    .filter((node) => node.nodeType === "ContractDefinition" && ((node.contractKind === "contract" && !node.abstract) || asked(node)))
    .map((node) => {
      const { abi, evm } = output.contracts[file][node.name];
      return { name: node.name, source: file, abi, bytecode: "0x" + evm.bytecode.object };
    });
}

function sortKeys(value) {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sortKeys(value[key])]));
}

// replaceArtifacts also removes what came from a source of the folder that is gone.
function replaceArtifacts(folder, contracts) {
  for (const name of readdirSync(artifacts)) {
    const { source } = JSON.parse(readFileSync(join(artifacts, name), "utf8"));
    if (source.startsWith(folder + "/")) rmSync(join(artifacts, name));
  }
  for (const contract of contracts) {
    const text = JSON.stringify(sortKeys(contract), null, 1) + "\n";
    writeFileSync(join(artifacts, contract.name + ".json"), text, { flag: "wx" }); // refuses two contracts of one name
  }
}

function replace(folder) {
  try {
    const contracts = compile(folder);
    replaceArtifacts(folder, contracts);
    console.log(`${folder}: ${contracts.map((c) => c.name).join(", ")}`);
    return true;
  } catch (error) {
    console.error(`${folder}: ${error.message}`);
    return false;
  }
}

// A compilation takes one core for minutes, so that each folder has a process of its own, as many at a time as there are cores, the largest first.
async function each(folders) {
  const size = (folder) => solidityFiles(folder).reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
  const waiting = folders.sort((a, b) => size(b) - size(a));
  let failed = false;
  const work = async () => {
    while (waiting.length) {
      const [code] = await once(spawn(process.execPath, [process.argv[1], waiting.shift()], { stdio: "inherit" }), "exit");
      failed ||= code !== 0;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return !failed;
}

mkdirSync(artifacts, { recursive: true });
const only = process.argv.slice(2).filter((word) => word !== "--all");
const folders = readdirSync(join(root, "src")).map((entry) => `src/${entry}`);
if (only.length) process.exit(only.map(replace).every((done) => done) ? 0 : 1);
if (!process.argv.includes("--all") && existsSync(sumFile) && readFileSync(sumFile, "utf8") === sum()) {
  console.log("nothing has changed since it was compiled");
  process.exit(0);
}
if (!(await each(folders))) process.exit(1);
writeFileSync(sumFile, sum());
