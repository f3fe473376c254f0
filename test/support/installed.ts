import { spawnSync } from 'node:child_process';

/** Whether a program that judges is there; `.ci/run` installs them. */
export const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0;
