// modules.mjs - where web-ifc and occt-import-js are, and how they get there: "abut-convert --install".
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Failure } from './say.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const wanted = JSON.parse(fs.readFileSync(path.join(here, 'package.json'), 'utf8')).dependencies;

// The user's own folder for them.
function dataFolder() {
  const data = process.env.XDG_DATA_HOME;
  return path.join(data && path.isAbsolute(data) ? data : path.join(os.homedir(), '.local', 'share'), 'abut', 'convert');
}

// What tools/install makes in the sources; the user's; and beside this file, where an administrator may put them.
function folders() {
  return [path.join(here, '..', 'build', 'convert'), dataFolder(), here];
}

export function versionOf(name) {
  return wanted[name];
}

// Load a module, by the version that is named here and no other.
export async function load(name) {
  const others = [];
  for (const folder of folders()) {
    const manifest = path.join(folder, 'node_modules', name, 'package.json');
    if (!fs.existsSync(manifest)) continue;
    const { version } = JSON.parse(fs.readFileSync(manifest, 'utf8'));
    if (version === wanted[name]) {
      const main = createRequire(path.join(folder, 'package.json')).resolve(name);
      const module = await import(pathToFileURL(main).href);
      return module.IfcAPI ? module : module.default ?? module;
    }
    others.push(`${version} is in ${folder}`);
  }
  throw new Failure('V001', `${name} ${wanted[name]} is not installed${others.map((t) => ` (${t})`).join('')
  }: run "abut-convert --install", or tools/install converters in the sources of abut`);
}

// Get the modules by the lock file, from npm, into the user's folder.
export function install() {
  const folder = dataFolder();
  fs.mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) fs.copyFileSync(path.join(here, name), path.join(folder, name));
  const done = spawnSync('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
    { stdio: ['ignore', 'inherit', 'inherit'] });
  if (done.error) throw new Failure('V001', `npm cannot be run: ${done.error.message}; Debian has it in the package npm`);
  if (done.status !== 0) throw new Failure('V001', 'npm ci failed');
  process.stdout.write(`${Object.entries(wanted).map(([name, version]) => `${name} ${version}`).join(', ')} in ${folder}\n`);
}
