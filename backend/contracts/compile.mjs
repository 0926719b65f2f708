// Compiles every Solidity file under src/ and writes one artifact a contract: its ABI and creation code, with sorted keys and no metadata, so
// that the same sources give the same bytes on any machine. Each folder under src/ is a compilation of its own: what is being written in one
// never changes, or stops, another.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import solc from "solc";

const root = dirname(fileURLToPath(import.meta.url));
const artifacts = join(root, "artifacts");
const settings = JSON.parse(readFileSync(join(root, "settings.json"), "utf8"));

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

mkdirSync(artifacts, { recursive: true });
const only = process.argv.slice(2);
let failed = false;
for (const entry of readdirSync(join(root, "src"))) {
  const folder = `src/${entry}`;
  if (only.length && !only.includes(folder)) continue;
  try {
    const contracts = compile(folder);
    replaceArtifacts(folder, contracts);
    console.log(`${folder}: ${contracts.map((c) => c.name).join(", ")}`);
  } catch (error) {
    console.error(`${folder}: ${error.message}`);
    failed = true;
  }
}
process.exit(failed ? 1 : 0);
