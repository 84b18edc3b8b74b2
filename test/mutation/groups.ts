/** What is mutated together, the tests that have to notice, and the score below which it fails. */
export interface Group {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  readonly leastScore: number;
}

// Each mutant costs a run of the tests that reach it: only tests without processes and synths are asked.
export const groups = {
  functions: {
    mutate: ['functions/**/*.ts', '!functions/**/*.generated.ts'],
    tests: ['test/functions/**/*.test.ts', 'test/api/handler.test.ts'],
    leastScore: 100,
  },
  template: {
    mutate: ['infra/local/template/*.ts', '!infra/local/template/cloud-assembly.ts'],
    tests: ['test/infra/local/template/!(cloud-assembly).test.ts'],
    leastScore: 90,
  },
  gateway: {
    mutate: [
      'infra/local/gateway/*.ts',
      '!infra/local/gateway/{http-server,management-api}.ts',
      'infra/local/report/{banner,request-line,request-record}.ts',
      'infra/local/{options,sentence}.ts',
    ],
    tests: [
      'test/infra/local/gateway/!(http-server|management-api|limits).test.ts',
      'test/infra/local/report/*.test.ts',
      'test/infra/local/{options,sentence}.test.ts',
    ],
    leastScore: 90,
  },
} satisfies Record<string, Group>;

export type GroupName = keyof typeof groups;
