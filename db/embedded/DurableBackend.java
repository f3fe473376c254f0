import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.DatabaseResolver;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * The stock backend acknowledges writes that only its cache holds; this one answers after a commit that contains the write.
 * One commit serves all who wait, and never falls into the middle of a command, so that documents and indexes agree after a
 * crash.
 */
final class DurableBackend extends H2Backend {
  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "findandmodify", "createindexes", "drop", "dropindexes", "create", "dropdatabase");

  /** Once in so many commits, parts of the file that hold little are written anew, at most so much of them. */
  private static final int COMPACT_EVERY = 200;

  private static final int COMPACT_FILL_PERCENT = 40;
  private static final int COMPACT_BYTES = 2 << 20;

  private static final StoredValue STORED = new StoredValue();

  /** Commands share it while they change something, a commit has it alone. */
  private final ReentrantReadWriteLock changes = new ReentrantReadWriteLock();

  private final AtomicLong changed = new AtomicLong();
  private final Object committing = new Object();
  private long committed;
  private long commits;

  DurableBackend(MVStore store) {
    super(store);
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    String command = message.getDocument().keySet().iterator().next().toLowerCase();
    return WRITES.contains(command) ? write(message) : read(message);
  }

  /** Commits go on meanwhile, and compactions move pages: this keeps those of the version that is read. */
  private Document read(MongoMessage message) {
    MVStore.TxCounter version = getMvStore().registerVersionUsage();
    try {
      return super.handleMessage(message);
    } finally {
      getMvStore().deregisterVersionUsage(version);
    }
  }

  private Document write(MongoMessage message) {
    Document reply;
    long change;
    changes.readLock().lock();
    try {
      reply = super.handleMessage(message);
      change = changed.incrementAndGet();
    } finally {
      changes.readLock().unlock();
    }
    commitUpTo(change);
    return reply;
  }

  private void commitUpTo(long change) {
    if (!getMvStore().isPersistent()) {
      return;
    }
    synchronized (committing) {
      if (committed >= change) {
        return;
      }
      changes.writeLock().lock();
      try {
        long latest = changed.get();
        commit();
        committed = latest;
        if (++commits % COMPACT_EVERY == 0) {
          getMvStore().compact(COMPACT_FILL_PERCENT, COMPACT_BYTES);
        }
      } finally {
        changes.writeLock().unlock();
      }
    }
  }

  @Override
  protected MongoDatabase openOrCreateDatabase(String name) {
    MVStore store = getMvStore(); // not a field of the database, whose constructor already opens maps
    return new H2Database(name, store, getCursorRegistry()) {
      @Override
      protected MongoCollection<Object> openOrCreateCollection(String collection, CollectionOptions options) {
        String fullName = getFullCollectionNamespace(collection);
        MVMap<Object, Document> documents =
            store.openMap("databases." + fullName, new MVMap.Builder<Object, Document>().keyType(STORED).valueType(STORED));
        MVMap<String, Object> meta = store.openMap("meta." + fullName);
        return new IndexedCollection(this, collection, options, documents, meta, cursorRegistry);
      }

      @Override
      protected Index<Object> openOrCreateUniqueIndex(String collection, String index, List<IndexKey> keys, boolean sparse) {
        store.removeMap(indexMap(collection, "index", index)); // as earlier versions kept it; it is filled anew
        return new UniqueIndex(openIndex(collection, "unique", index), index, keys, sparse);
      }

      @Override
      protected Index<Object> openOrCreateSecondaryIndex(String collection, String index, List<IndexKey> keys, boolean sparse) {
        return new OrderedIndex(openIndex(collection, "ordered", index), index, keys);
      }

      @Override
      protected void dropIndex(MongoCollection<Object> collection, String index) {
        super.dropIndex(collection, index);
        store.removeMap(indexMap(collection.getCollectionName(), "unique", index));
        store.removeMap(indexMap(collection.getCollectionName(), "ordered", index));
      }

      private MVMap<byte[], Object> openIndex(String collection, String kind, String index) {
        MVMap.Builder<byte[], Object> types = new MVMap.Builder<byte[], Object>().keyType(new EncodedKey.Type()).valueType(STORED);
        return store.openMap(indexMap(collection, kind, index), types);
      }

      private String indexMap(String collection, String kind, String index) {
        return getFullCollectionNamespace(collection) + "._" + kind + "_" + index;
      }

      @Override
      public Document handleCommand(Channel channel, String command, Document query, DatabaseResolver databases, Oplog oplog) {
        if (!command.equals("aggregate")) {
          return super.handleCommand(channel, command, query, databases, oplog);
        }
        try {
          if (query.get("pipeline") instanceof List<?> stages
              && !stages.isEmpty()
              && stages.get(0) instanceof Document first
              && first.get("$match") instanceof Document match) {
            IndexedCollection.AGGREGATED.set(match);
          }
          return super.handleCommand(channel, command, query, databases, oplog);
        } finally {
          IndexedCollection.AGGREGATED.remove();
        }
      }
    };
  }
}
