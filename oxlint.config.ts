import { defineConfig } from 'oxlint';

/** Lint rules, and the walls between folders (scripts/walls/table.ts). Type-aware rules run with `--type-aware`, as `npm run check` does. */
export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'vitest'],
  jsPlugins: ['./scripts/walls/plugin.ts'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'walls/entry-points': 'error',
    'walls/privileges': 'error',
    'walls/data': 'error',

    // Work that must happen in order is awaited in order; where it need not, review says so.
    'no-await-in-loop': 'off',
    // Values from outside are checked by hand-written or zod validators that end in an assertion the checker cannot follow.
    'typescript/no-unsafe-type-assertion': 'off',
    // tsc's noImplicitReturns knows exhaustive switches; this rule does not.
    'typescript/consistent-return': 'off',
    // Browser's postMessage. Ours goes to worker threads.
    'unicorn/require-post-message-target-origin': 'off',
    // Steps return a promise only when they must wait, so `then` runs for its effect.
    'promise/always-return': 'off',
    // Ports are declared with method syntax and made of closures; passing one of their functions on is the usual case.
    'typescript/unbound-method': 'off',
    // tsc resolves members of default exports.
    'import/no-named-as-default-member': 'off',
    // Copying a row is what turns it into a record; the rows are few.
    'oxc/no-map-spread': 'off',
    'no-underscore-dangle': 'off',
    'unicorn/consistent-function-scoping': 'off',

    eqeqeq: 'error',
    'no-console': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
    'import/no-cycle': 'error',
    'typescript/await-thenable': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'unicorn/prefer-node-protocol': 'error',
    // The second argument is the message vitest shows.
    'vitest/valid-expect': ['error', { maxArgs: 2 }],
    // Property tests assert by fc.assert, waits by ending.
    'vitest/expect-expect': [
      'error',
      { assertFunctionNames: ['expect', 'expectTypeOf', 'fc.assert', 'until*', 'assert*'] },
    ],
    // What JSON.parse and Node say in their errors is not ours to pin.
    'vitest/require-to-throw-message': 'off',
    // Metrics register themselves when they are made.
    'no-new': 'off',
  },
  overrides: [
    {
      files: ['console/src/**'],
      plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'vitest'],
      rules: {
        // The transformation of JSX imports what it needs.
        'react/react-in-jsx-scope': 'off',
        // The next step of a sign-in goes on in its first field.
        'jsx-a11y/no-autofocus': 'off',
        // There is no compiler that would memoize.
        'react/incompatible-library': 'off',
        // Lists one types in, and regions that are no landmark, have no tag of their own.
        'jsx-a11y/prefer-tag-over-role': 'off',
      },
    },
    {
      files: ['**/*.test.ts', 'server/test-kit/**', 'conformance/upstream/**'],
      rules: {
        'max-lines-per-function': 'off',
        'no-console': 'off',
        // Sweeps over tables expect different things of different rows.
        'vitest/no-conditional-expect': 'off',
      },
    },
    {
      files: [
        'server/src/cli/**',
        'server/bin/**',
        'connector/bin/**',
        'scripts/**',
        'conformance/**',
        'bench/**',
      ],
      rules: { 'no-console': 'off' },
    },
    {
      // As many lines as the contract has operations and types.
      files: ['sdk/src/generated/**'],
      rules: { 'max-lines': 'off' },
    },
    {
      // `answer.json<Shape>()`: a check reads what a external deployment sent as the shape it then verifies.
      files: ['conformance/src/**'],
      rules: { 'typescript/no-unnecessary-type-parameters': 'off' },
    },
  ],
  ignorePatterns: [
    '**/node_modules/**',
    '**/data/**',
    'bench/results/**',
    'docs/**',
    'openapi/**',
    'console/dist/**',
    'console/.build/**',
  ],
});
