import { matchesGlob } from 'node:path';

/** Files that are mutated together, the tests that have to fail, and the lowest score that passes. */
export interface Group {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Runs before the tests. */
  readonly setup?: string;
  readonly leastScore: number;
}

const commands =
  'tools/commands/{rename/naming,start/{banner,options,request-record},terminal/!(interruption|run-command),token/!(folder-target|main)}';
const local = 'tools/local/{kept-assembly,lambda/log-format,machine/own-address,tables/sqlite}';

// Each mutant costs a run of the tests that reach it. So files of sockets and processes are not here.
export const groups = {
  functions: {
    mutate: ['functions/**/*.ts', '!functions/**/*.generated.ts'],
    tests: ['test/functions/**/*.test.ts', 'test/service/api/handler.test.ts'],
    leastScore: 100,
  },
  monitoring: {
    // Texts for people.
    mutate: ['infra/monitoring/*.ts', '!infra/monitoring/alarm-meanings.ts'],
    tests: ['test/lab/mutation/monitoring.ts'],
    setup: 'test/lab/mutation/synthesize-here.ts',
    leastScore: 75,
  },
  contract: {
    mutate: [
      'tools/contract/{*,client/{read-answer,client-error,client-options,plant-store-client}}.ts',
    ],
    tests: ['test/tools/contract/{*,page/page,client/!(client-package)}.test.ts'],
    leastScore: 90,
  },
  commands: {
    mutate: [`${commands}.ts`],
    tests: [`test/${commands}.test.ts`],
    leastScore: 90,
  },
  local: {
    mutate: [`${local}.ts`],
    tests: [`test/${local}.test.ts`],
    leastScore: 80,
  },
  template: {
    mutate: ['tools/local/template/*.ts', '!tools/local/template/cloud-assembly.ts'],
    tests: ['test/tools/local/template/!(cloud-assembly).test.ts'],
    leastScore: 95,
  },
  gateway: {
    mutate: [
      'tools/local/gateway/*.ts',
      '!tools/local/gateway/{broken-connection,exchange,http-server,request}.ts',
    ],
    tests: ['test/tools/local/gateway/!(exchange).test.ts'],
    leastScore: 90,
  },
  // The most important files; it takes seconds.
  sample: {
    mutate: [
      'functions/authorize/bearer.ts',
      'functions/create-plant/int64.ts',
      'tools/commands/terminal/printable.ts',
    ],
    tests: [
      'test/functions/authorize/bearer.test.ts',
      'test/functions/create-plant/int64.test.ts',
      'test/tools/commands/terminal/printable.test.ts',
    ],
    leastScore: 100,
  },
} satisfies Record<string, Group>;

export type GroupName = keyof typeof groups;

/** The groups of these files. A file without a group has no mutants. */
export function groupsOf(files: readonly string[]): [GroupName, string[]][] {
  const { sample, ...rooms } = groups;
  return Object.entries(rooms).flatMap(([name, { mutate }]) => {
    // The last pattern of a file counts.
    const own = files.filter(
      (file) =>
        mutate.findLast((one) => matchesGlob(file, one.replace(/^!/, '')))?.startsWith('!') ===
        false,
    );
    return own.length > 0 ? [[name as GroupName, own]] : [];
  });
}
