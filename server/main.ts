import { useCompileCache } from './compile-cache.ts';

useCompileCache();
await import('./process.ts');
