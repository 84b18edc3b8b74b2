/** A time for people, in UTC and to the minute. */
export function moment(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')}Z`;
}
