import tseslint from 'typescript-eslint';

export default tseslint.config(
  // The programs of `judges/clients` are compiled with clients that a test generates.
  { ignores: ['**/dist/**', '**/*.cjs', '**/*.js', 'test/judges/clients/**'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: ['./tsconfig.json', './plugins/*/browser/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 400 }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' }],
      // A function that returns a port's interface must be async where others are, awaiting or not.
      '@typescript-eslint/require-await': 'off',
      // Ports and contexts are objects of closures; none of their methods uses `this` of another object.
      '@typescript-eslint/unbound-method': 'off',
      // Mongoose's schema definitions and the empty port records of the contract are what these rules mistake.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['server/**', 'plugins/**', 'db/**'],
    ignores: ['server/process.ts', 'server/run-command.ts', 'plugins/quickstart/**'],
    rules: { 'no-console': 'error' },
  },
  {
    // Only the outbound module and the proxy behind it may open connections that callers cause.
    files: ['plugins/**'],
    ignores: ['plugins/*/browser/**', 'plugins/rendering/lanes/egress-proxy.ts', 'plugins/rendering/engine.ts'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'use the port core/outbound' }],
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:http', 'node:https', 'node:net', 'node:tls', 'undici'].map((name) => ({
            name,
            message: 'use the port core/outbound',
            allowTypeImports: true,
          })),
        },
      ],
    },
  },
);
