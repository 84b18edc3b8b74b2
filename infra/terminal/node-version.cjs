// After each `npm ci`. Node comes with it, as package-lock.json has it; elsewhere the one that is installed must do.
// It runs on Nodes that are too old, so that they are told in one sentence.
const { arch, platform, version } = process;

if (Number.parseInt(version.slice(1), 10) < 24) {
  console.error(
    `Node 24 or later is needed: npm has no package of it for ${platform} ${arch}, and ${version} is installed.`,
  );
  process.exitCode = 1;
}
