import type { KnipConfig } from 'knip';

export default {
  // The types of a door's functions belong to the door, whether or not another file writes their names.
  // Binaries are the system's: psql, taskset, mount.
  rules: { types: 'off', binaries: 'off' },
  workspaces: {
    '.': {
      entry: ['tools/*.ts', 'tools/generate/*.ts'],
      project: ['tools/**/*.ts', '*.ts'],
    },
    contract: { project: ['src/**/*.ts'] },
    server: {
      entry: [
        'src/main.ts',
        'src/**/*worker.ts',
        'src/**/test-support/read-forever.ts',
        'test-kit/build-program.ts',
        'test-kit/try-to-escape.ts',
      ],
      project: ['src/**/*.ts', 'test/**/*.ts', 'test-kit/**/*.ts'],
    },
    console: {
      project: ['*.ts', 'src/**/*.{ts,tsx,css}', 'test/**/*.ts'],
    },
    // The checks are found by listing their folder.
    conformance: { entry: ['src/checks/**/*.ts'], project: ['src/**/*.ts', 'upstream/**/*.ts'] },
    sdk: { project: ['*.ts', 'src/**/*.ts', 'test/**/*.ts'] },
    // Parts of the bench run as processes of their own, started by path.
    bench: { entry: ['src/*/main.ts', 'src/load/pacer.ts', 'src/references/*'], project: ['src/**/*.ts'] },
  },
} satisfies KnipConfig;
