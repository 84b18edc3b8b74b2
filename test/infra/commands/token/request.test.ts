import { describe, expect, it } from 'vitest';
import { requestOf } from '../../../../infra/commands/token/request.ts';
import { UsageError } from '../../../../infra/problem.ts';

function request(line: string) {
  return requestOf(line.split(' ').filter((word) => word !== ''));
}
const here = { kind: 'folder', folder: '.plant-store' };
const day = 86_400;

describe('requestOf', () => {
  it.each([
    ['create --client nursery', { name: 'create', client: 'nursery', lifetime: 90 * day }],
    ['create --client a --expires 2w', { name: 'create', client: 'a', lifetime: 14 * day }],
    ['create --client a --expires never', { name: 'create', client: 'a', lifetime: 'never' }],
    ['list', { name: 'list', json: false }],
    ['list --json', { name: 'list', json: true }],
    ['revoke 12345678', { name: 'revoke', id: '12345678' }],
    ['rotate 12345678', { name: 'rotate', id: '12345678', overlap: 3600, lifetime: undefined }],
    [
      'rotate 12345678 --overlap 0s --expires 1d',
      { name: 'rotate', id: '12345678', overlap: 0, lifetime: day },
    ],
  ])('understands %s', (line, command) => {
    expect(request(line)).toEqual({ command, place: here });
  });

  it.each([
    ['list --data elsewhere', { kind: 'folder', folder: 'elsewhere' }],
    [
      '--stack PlantStore list --profile me --region eu-west-1',
      { kind: 'stack', stack: 'PlantStore', profile: 'me', regions: ['eu-west-1'] },
    ],
    ['list --stack PlantStore', { kind: 'stack', stack: 'PlantStore', regions: [] }],
    [
      'list --stack PlantStore --region eu-west-1,us-east-2',
      { kind: 'stack', stack: 'PlantStore', regions: ['eu-west-1', 'us-east-2'] },
    ],
  ])('finds the place in %s', (line, place) => {
    expect(request(line)).toEqual({ command: { name: 'list', json: false }, place });
  });

  it.each(['--help', '-h', 'revoke --help'])('knows that %s asks for help', (line) => {
    expect(request(line)).toBe('help');
  });

  it.each(['', ' '])('misses an id in %j', (id) => {
    expect(() => requestOf(['revoke', id])).toThrow('Say which token: its id is missing.');
  });

  it.each([
    ['', 'Say what to do: create, list, revoke or rotate.'],
    ['delete', 'There is no command delete: it is create, list, revoke or rotate.'],
    ['create', 'Say whose token it is: --client is missing.'],
    ['create --client', "Option '--client <value>' argument missing."],
    ['create --client=', '--client is empty.'],
    ['create nursery', 'nursery is one word too many.'],
    ['create --client a --expires soon', '--expires soon is no duration'],
    ['create --client a --expires 0d', 'A token that expires at once is of no use.'],
    ['create --client a --overlap 1h', 'create has no option --overlap.'],
    ['list all', 'all is one word too many.'],
    ['list --all', "Unknown option '--all'."],
    ['list --client a', 'list has no option --client.'],
    ['list --json=yes', "Option '--json' does not take an argument."],
    ['revoke', 'Say which token: its id is missing.'],
    ['revoke 1234 5678', '5678 is one word too many.'],
    ['revoke 1234 --json', 'revoke has no option --json.'],
    ['rotate', 'Say which token: its id is missing.'],
    ['rotate 1234 --overlap never', '--overlap never is no duration'],
    ['list --profile me', '--profile and --region go with --stack'],
    ['list --region eu-west-1', '--profile and --region go with --stack'],
    ['list --stack A --region eu-west-1,', '--region eu-west-1, is no list of regions: write'],
    ['list --stack A --region eu-west-1,eu-west-1', 'is no list of regions: write each once, as'],
    ['list --stack PlantStore --data here', '--stack and --data are two places'],
  ])('says what is wrong with "%s"', (line, sentence) => {
    expect(() => request(line)).toThrow(UsageError);
    expect(() => request(line)).toThrow(sentence);
  });

  it.each(['a', 'nursery-7', 'Gärtnerei Süd (Öffentlich)', '植物園', '🌱 & Söhne', 'x'.repeat(64)])(
    'takes the client name %j',
    (client) => {
      expect(requestOf(['create', '--client', client])).toMatchObject({ command: { client } });
    },
  );

  it.each([
    ['65 characters', 'x'.repeat(65)],
    ['a space in front', ' nursery'],
    ['a space behind', 'nursery '],
    ['a line break', 'nur\nsery'],
    ['a terminal sequence', 'nur\u001b[31msery'],
    ['text that runs backwards', 'nur\u202esery'],
    ['a character without width', 'nur\u200bsery'],
    ['half a character', 'nursery\ud83c'],
  ])('refuses a client name with %s', (_, client) => {
    expect(() => requestOf(['create', `--client=${client}`])).toThrow(
      new UsageError(
        'A client name is 1 to 64 printable characters, without a space at either end.',
      ),
    );
  });
});
