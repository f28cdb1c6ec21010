import type { KnipConfig } from 'knip';

export default {
  // The types of an entry point's functions belong to the entry point, whether or not another file writes their names.
  // Binaries are the system's: psql, taskset, mount.
  rules: { types: 'off', binaries: 'off' },
  workspaces: {
    '.': {
      // The second part of the clients' run is started by its path, and so is the database's of `npm ci`.
      entry: [
        'scripts/*.ts',
        'scripts/generate/*.ts',
        'scripts/clients/run.ts',
        'scripts/prepare/make-database.ts',
        'scripts/prove/specifications/mcp-program.ts',
      ],
      project: ['scripts/**/*.ts', '*.ts'],
      // Started by its path in scripts/check.ts; read as a file in console/test/console-window.ts.
      ignoreDependencies: ['@redocly/cli', 'axe-core'],
    },
    contract: { project: ['src/**/*.ts'] },
    server: {
      entry: [
        'src/main.ts',
        'src/**/*worker.ts',
        'src/**/test-support/read-forever.ts',
        'test-kit/service/build-program.ts',
        'test-kit/embedded/make-template.ts',
        'test-kit/try-to-escape.ts',
      ],
      project: ['src/**/*.ts', 'test/**/*.ts', 'test-kit/**/*.ts'],
    },
    console: {
      project: ['*.ts', 'src/**/*.{ts,tsx,css}', 'test/**/*.ts'],
    },
    site: {
      entry: ['browser/{theme,page,reference}.ts'],
      // Its files are copied.
      ignoreDependencies: ['swagger-ui-dist'],
      project: ['*.ts', '{browser,build,search,test}/**/*.ts'],
    },
    // The checks are found by listing their folder.
    conformance: { entry: ['src/checks/**/*.ts'], project: ['src/**/*.ts', 'upstream/**/*.ts'] },
    sdk: { project: ['*.ts', 'src/**/*.ts', 'test/**/*.ts'] },
    // Parts of the bench run as processes of their own, started by path.
    bench: { entry: ['src/*/main.ts', 'src/load/pacer.ts', 'src/references/*'], project: ['src/**/*.ts'] },
  },
} satisfies KnipConfig;
