/** The anchors that GitHub makes of the headings. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

function anchorOf(heading: string): string {
  const text = heading.toLowerCase().replace(/[^\w -]/g, '');
  return text.replaceAll(' ', '-');
}
