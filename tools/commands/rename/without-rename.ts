// A project is renamed once, so the command takes itself along.

const chapter = 'Make it yours';
const anchor = chapter.toLowerCase().replaceAll(' ', '-');

/** Whether a file belongs to this command. */
export function isOfRename(path: string): boolean {
  return /^(?:tools\/commands\/rename\/|test\/repository\/rename(?:-[a-z-]+)?\.test\.ts$)/.test(
    path,
  );
}

/** A file without its script, its jobs of CI, its chapter, and the sentences that link there. */
export function withoutRename(path: string, text: string): string {
  if (path === 'package.json') return text.replace(/^ +"rename": .*\n/m, '');
  if (path.startsWith('.github/workflows/')) return withoutJobs(text);
  return path.endsWith('.md') ? withoutSentences(withoutChapter(text)) : text;
}

/** Without the jobs rename and rename-on-windows. */
function withoutJobs(workflow: string): string {
  return workflow.replace(/^ {2}rename[a-z-]*:\n(?: {3,}.*\n|\n)*/gm, '');
}

function withoutChapter(markdown: string): string {
  return markdown.replace(new RegExp(`^## ${chapter}\\n[\\s\\S]*?(?=^## )`, 'm'), '');
}

/** `Run it. Or [copy it](CONTRIBUTING.md#make-it-yours). Read on.` becomes `Run it. Read on.` */
function withoutSentences(markdown: string): string {
  const [link, other] = [
    `\\[[^\\]]*\\]\\([^)\\s]*#${anchor}\\)`,
    String.raw`\[[^\]]*\]\([^)]*\)|[^.[\n]`,
  ];
  return markdown.replace(new RegExp(` ?(?:${other})*?${link}(?:${other})*\\.`, 'g'), '');
}
