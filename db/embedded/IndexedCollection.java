import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.h2.mvstore.MVMap;

/** A collection that asks its indexes which documents a query may match. The library's own asks only those whose fields the query names exactly. */
final class IndexedCollection extends H2Collection {
  /** What the aggregation that this thread begins matches first. */
  static final ThreadLocal<Document> AGGREGATED = new ThreadLocal<>();

  /** While documents are changed, under the monitor of the collection. */
  private boolean changing;

  IndexedCollection(
      MongoDatabase database,
      String name,
      CollectionOptions options,
      MVMap<Object, Document> documents,
      MVMap<String, Object> meta,
      CursorRegistry cursors) {
    super(database, name, options, documents, meta, cursors);
  }

  /** Documents that may match, in the wanted order or not. */
  private record Candidates(Stream<Object> positions, boolean sorted) {}

  @Override
  protected QueryResult queryDocuments(Document query, Document orderBy, int skip, int limit, int batchSize, Document fields) {
    Candidates candidates = isNatural(orderBy) ? null : candidates(query, orderBy, limit > 0);
    QueryResult result;
    if (candidates == null) {
      result = matchDocuments(query, orderBy, skip, limit, batchSize, fields);
    } else {
      Stream<Document> documents = candidates.positions.map(this::getDocument).filter(Objects::nonNull);
      result = matchDocumentsFromStream(documents, query, candidates.sorted ? null : orderBy, skip, limit, batchSize, fields);
    }
    return changing ? copies(result) : result;
  }

  private static boolean isNatural(Document orderBy) {
    return orderBy != null && orderBy.containsKey("$natural");
  }

  private Candidates candidates(Document query, Document orderBy, boolean limited) {
    for (Index<Object> index : getIndexes()) {
      Document keys = index.isUnique() ? keysOf(index, query) : null;
      if (keys != null && index.canHandle(keys)) {
        return new Candidates(StreamSupport.stream(index.getPositions(keys).spliterator(), false), false);
      }
    }
    Document order = orderBy == null || orderBy.isEmpty() ? null : orderBy;
    OrderedIndex.Plan best =
        getIndexes().stream()
            .filter(OrderedIndex.class::isInstance)
            .map(index -> ((OrderedIndex) index).plan(query, order, limited))
            .filter(Objects::nonNull)
            .max(Comparator.comparingInt(OrderedIndex.Plan::rank))
            .orElse(null);
    if (best == null || (best.equalities() == 0 && !best.sorted())) {
      Stream<Object> union = ofBranches(Bounds.parts(query, "$or"));
      if (union != null) {
        return new Candidates(union, false);
      }
    }
    return best == null ? null : new Candidates(best.positions(), best.sorted());
  }

  /** The documents of all branches; null when one of them has no index. */
  private Stream<Object> ofBranches(List<Document> branches) {
    List<Stream<Object>> positions = new ArrayList<>();
    for (Document branch : branches) {
      Candidates candidates = candidates(branch, null, false);
      if (candidates == null) {
        return null;
      }
      positions.add(candidates.positions);
    }
    return positions.isEmpty() ? null : positions.stream().flatMap(each -> each).distinct();
  }

  /** What the query says about the fields of an index; null when it does not name all of them. */
  private static Document keysOf(Index<Object> index, Document query) {
    Document keys = new Document();
    for (var key : index.getKeys()) {
      if (!query.containsKey(key.getKey())) {
        return null;
      }
      keys.put(key.getKey(), query.get(key.getKey()));
    }
    return keys;
  }

  /** The library changes the documents it found; those in the store may be on their way to a client or into the file. */
  private static QueryResult copies(QueryResult found) {
    List<Document> copies = new ArrayList<>();
    found.forEach(document -> copies.add(document.cloneDeeply()));
    return new QueryResult(copies);
  }

  @Override
  public synchronized Document findAndModify(Document query) {
    changing = true;
    try {
      return super.findAndModify(query);
    } finally {
      changing = false;
    }
  }

  @Override
  public synchronized Document updateDocuments(
      Document selector, Document update, ArrayFilters arrayFilters, boolean isMulti, boolean isUpsert, Oplog oplog) {
    changing = true;
    try {
      return super.updateDocuments(selector, update, arrayFilters, isMulti, isUpsert, oplog);
    } finally {
      changing = false;
    }
  }

  @Override
  public Stream<Document> queryAllAsStream() {
    Document query = AGGREGATED.get();
    AGGREGATED.remove();
    return query == null ? super.queryAllAsStream() : handleQueryAsStream(query);
  }

  /** An index that does not hold every document is filled anew, such as one that an earlier version did not know. */
  @Override
  public synchronized void addIndex(Index<Object> index) {
    boolean isNew = getIndexes().stream().noneMatch(known -> known.getName().equals(index.getName()));
    if (isNew && index instanceof OrderedIndex ordered && ordered.getCount() != count()) {
      ordered.clear();
    }
    super.addIndex(index);
  }

  /** Sizes of documents are not asked for, and take as long as the change itself. */
  @Override
  protected boolean tracksDataSize() {
    return false;
  }
}
