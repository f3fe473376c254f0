/** Numbers of system calls by architecture: x86_64, then aarch64; null where the architecture has no such call. */
const REFUSED: Readonly<Record<string, readonly [x64: number | null, arm64: number | null]>> = {
  // The network, local sockets included; the channels to the hub are open already.
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  // Other processes.
  kill: [62, 129],
  tkill: [200, 130],
  tgkill: [234, 131],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  pidfd_send_signal: [424, 424],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  setpriority: [141, 140],
  sched_setaffinity: [203, 122],
  fork: [57, null],
  vfork: [58, null],
  execveat: [322, 281],
  shmget: [29, 194],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
  // The system.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsmount: [432, 432],
  open_by_handle_at: [304, 265],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  kexec_load: [246, 104],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
};

interface Architecture {
  /** AUDIT_ARCH_… of linux/audit.h. */
  readonly audit: number;
  readonly column: 0 | 1;
  readonly clone: number;
  readonly clone3: number;
  readonly prlimit64: number;
  readonly prctl: number;
  readonly seccomp: number;
}

const ARCHITECTURES: Readonly<Record<string, Architecture>> = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, clone3: 435, prlimit64: 302, prctl: 157, seccomp: 317 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, clone3: 435, prlimit64: 261, prctl: 167, seccomp: 277 },
};

/** Classic BPF, of linux/bpf_common.h: load a word, jump if equal, greater or equal, or a bit is set, return. */
const [LOAD, IF_EQUAL, IF_GREATER_OR_EQUAL, IF_BIT, RETURN] = [0x20, 0x15, 0x35, 0x45, 0x06];
const [ALLOW, REFUSE, KILL] = [0x7fff0000, 0x00050000, 0x80000000];
const [EPERM, ENOSYS] = [1, 38];
/** Of struct seccomp_data. */
const [NUMBER, AUDIT_ARCHITECTURE, FIRST_ARGUMENT] = [0, 4, 16];
const CLONE_THREAD = 0x10000;
/** The 32-bit calls of x86_64, which have numbers of their own. */
const X32_BIT = 0x40000000;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

/**
 * A filter for seccomp(2) that leaves a process its files, its memory, its threads and what it has open: no socket, no other
 * process. Undefined for architectures it has no numbers for.
 */
export function seccompFilter(
  architecture: string,
): { readonly program: Buffer; readonly prctl: number; readonly seccomp: number } | undefined {
  const own = ARCHITECTURES[architecture];
  if (own === undefined) return undefined;
  const refuse = (errno: number): Instruction => [RETURN, 0, 0, REFUSE | errno];
  const allow: Instruction = [RETURN, 0, 0, ALLOW];
  const numbers = Object.values(REFUSED).flatMap((row) => row[own.column] ?? []);
  const instructions: Instruction[] = [
    [LOAD, 0, 0, AUDIT_ARCHITECTURE],
    [IF_EQUAL, 1, 0, own.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, NUMBER],
    [IF_GREATER_OR_EQUAL, 0, 1, X32_BIT],
    refuse(EPERM),
    ...numbers.flatMap((number): Instruction[] => [[IF_EQUAL, 0, 1, number], refuse(EPERM)]),
    // Its flags cannot be seen; the C library then uses clone.
    [IF_EQUAL, 0, 1, own.clone3],
    refuse(ENOSYS),
    [IF_EQUAL, 0, 4, own.clone],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [IF_BIT, 0, 1, CLONE_THREAD],
    allow,
    refuse(EPERM),
    // Limits of its own only.
    [IF_EQUAL, 0, 4, own.prlimit64],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [IF_EQUAL, 0, 1, 0],
    allow,
    refuse(EPERM),
    allow,
  ];
  const program = Buffer.alloc(instructions.length * 8);
  for (const [i, [code, ifTrue, ifFalse, value]] of instructions.entries()) {
    program.writeUInt16LE(code, i * 8);
    program.writeUInt8(ifTrue, i * 8 + 2);
    program.writeUInt8(ifFalse, i * 8 + 3);
    program.writeUInt32LE(value >>> 0, i * 8 + 4);
  }
  return { program, prctl: own.prctl, seccomp: own.seccomp };
}
