import { useCompileCache } from './compile-cache.ts';

useCompileCache();
await import('./run-command.ts');
