/** Files that are mutated together, the tests that have to fail, and the lowest score that passes. */
interface Group {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  readonly leastScore: number;
}

// Each mutant costs a run of the tests that reach it. So files of sockets and processes are not here, nor a synthesis.
export const groups: Record<'functions' | 'template' | 'gateway' | 'sample', Group> = {
  functions: {
    mutate: ['functions/**/*.ts', '!functions/**/*.generated.ts'],
    tests: ['test/functions/**/*.test.ts', 'test/service/api/handler.test.ts'],
    leastScore: 100,
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
      'tools/commands/start/banner.ts',
      'tools/commands/start/request-record.ts',
      'tools/commands/start/options.ts',
      'tools/commands/terminal/options.ts',
    ],
    tests: [
      'test/tools/commands/start/{options,banner,request-record}.test.ts',
      'test/tools/commands/terminal/*.test.ts',
      'test/tools/local/gateway/!(exchange).test.ts',
    ],
    leastScore: 90,
  },
  // The most important files; it takes seconds.
  sample: {
    mutate: ['functions/authorize/bearer.ts', 'functions/create-plant/int64.ts'],
    tests: ['test/functions/authorize/bearer.test.ts', 'test/functions/create-plant/int64.test.ts'],
    leastScore: 100,
  },
};

export type GroupName = keyof typeof groups;
