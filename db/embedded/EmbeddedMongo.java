import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.h2.mvstore.MVStore;

/**
 * A server that speaks MongoDB's protocol on 127.0.0.1 and keeps its data in one H2 file: for development and
 * tests, where no mongod is at hand. Arguments: the file, and the port or 0. Prints "ready PORT" once it listens and ends when its
 * standard input ends, so that it never outlives the process that started it.
 */
public final class EmbeddedMongo {
  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "findandmodify", "createindexes", "drop", "dropindexes", "create", "dropdatabase");

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

  /** The stock backend acknowledges writes that only its cache holds; this one commits before it answers. */
  private static final class DurableBackend extends H2Backend {
    DurableBackend(MVStore store) {
      super(store);
    }

    @Override
    public Document handleMessage(MongoMessage message) {
      Document reply = super.handleMessage(message);
      String command = message.getDocument().keySet().iterator().next().toLowerCase();
      if (WRITES.contains(command)) {
        commit();
      }
      return reply;
    }
  }

  public static void main(String[] args) throws Exception {
    MVStore store = new MVStore.Builder().fileName(args[0]).autoCommitDisabled().open();
    store.setRetentionTime(0);
    DurableBackend backend = new DurableBackend(store);
    backend.version(VERSION);
    MongoServer server = new MongoServer(backend);
    server.bind(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[1])), 0, 2);
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

  private EmbeddedMongo() {}
}
