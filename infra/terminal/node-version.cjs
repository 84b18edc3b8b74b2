// Runs after each `npm ci`, which installs the Node of package-lock.json where there is a package of it.
// Elsewhere the installed Node is used. This file also runs on a Node that is too old, to say so in one sentence.
const { arch, platform, version } = process;

if (Number.parseInt(version.slice(1), 10) < 24) {
  console.error(
    `Node 24 or later is needed: npm has no package of it for ${platform} ${arch}, and ${version} is installed.`,
  );
  process.exitCode = 1;
}
