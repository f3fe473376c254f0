import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import java.net.InetSocketAddress;
import java.util.List;
import org.h2.mvstore.MVStore;

/**
 * A server that speaks MongoDB's protocol on 127.0.0.1 and keeps its data in one H2 file: for development and
 * tests, where no mongod is at hand. Arguments: the port or 0, and the file; without a file the data is in memory and goes with the
 * process. Prints "ready PORT" once it listens and ends when its standard input ends, so that it never outlives the process that
 * started it.
 */
public final class EmbeddedMongo {
  /** Connections that wait for their commit hold a thread each. */
  private static final int THREADS = 16;

  /** Smaller pages than usual: each is written whole for one change, and read whole for one document. */
  private static final int PAGE_BYTES = 4096;

  /** The stock versions announce wire version 8, which today's drivers refuse. */
  private static final MongoVersion VERSION =
      new MongoVersion() {
        @Override
        public List<Integer> getVersionArray() {
          return List.of(7, 0, 0, 0);
        }

        @Override
        public int getWireVersion() {
          return 21;
        }
      };

  public static void main(String[] args) throws Exception {
    MVStore store = args.length > 1 ? openFile(args[1]) : openMemory();
    DurableBackend backend = new DurableBackend(store);
    backend.version(VERSION);
    backend.commit();
    MongoServer server = new MongoServer(backend);
    server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 1, THREADS);
    System.out.println("ready " + server.getLocalAddress().getPort());
    while (System.in.read() != -1) {
      // Only the end of the input matters.
    }
    server.shutdownNow();
    if (!store.isClosed()) {
      store.close();
    }
    System.exit(0);
  }

  private static MVStore openFile(String name) {
    MVStore store = new MVStore.Builder().fileName(name).autoCommitDisabled().autoCommitBufferSize(0).pageSplitSize(PAGE_BYTES).open();
    store.setRetentionTime(0);
    return store;
  }

  private static MVStore openMemory() {
    MVStore store = new MVStore.Builder().pageSplitSize(PAGE_BYTES).open();
    store.setVersionsToKeep(0); // else maps that are removed stay
    return store;
  }

  private EmbeddedMongo() {}
}
