import static org.codelibs.opensearch.runner.OpenSearchRunner.newConfigs;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.codelibs.opensearch.runner.OpenSearchRunner;

/** Starts OpenSearch nodes with the k-NN plugin on loopback. Arguments: HTTP port of the first node, number of nodes, data folder, then settings of the nodes as name=value. */
public class RealOpenSearch {
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(args[0]);
    int nodes = Integer.parseInt(args[1]);
    String seeds = IntStream.range(0, nodes).mapToObj(i -> "127.0.0.1:" + (port + 100 + i)).collect(Collectors.joining(","));
    String names = IntStream.rangeClosed(1, nodes).mapToObj(i -> "Node " + i).collect(Collectors.joining(","));
    OpenSearchRunner runner = new OpenSearchRunner();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(runner)));
    runner.onBuild((number, settings) -> {
      settings.put("http.port", String.valueOf(port + number - 1));
      settings.put("transport.port", String.valueOf(port + 100 + number - 1));
      settings.put("http.bind_host", "127.0.0.1");
      settings.put("transport.bind_host", "127.0.0.1");
      // A node does not wait for the others, who start after it in this process.
      settings.put("discovery.initial_state_timeout", "0s");
      settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
      settings.put("compatibility.override_main_response_version", "true");
      settings.remove("cluster.initial_master_nodes");
      if (nodes == 1) {
        settings.put("discovery.type", "single-node");
        settings.remove("discovery.seed_hosts");
        settings.remove("cluster.initial_cluster_manager_nodes");
      } else {
        settings.put("discovery.seed_hosts", seeds);
        settings.put("cluster.initial_cluster_manager_nodes", names);
      }
      for (String setting : java.util.Arrays.asList(args).subList(3, args.length)) {
        int at = setting.indexOf('=');
        settings.put(setting.substring(0, at), setting.substring(at + 1));
      }
    }).build(newConfigs().pluginTypes("org.opensearch.knn.plugin.KNNPlugin").clusterName("searchdeck-" + port).numOfNode(nodes).basePath(args[2]));
    // A line "close N" on standard input closes node N, so that fault tests can lose one.
    try (java.util.Scanner lines = new java.util.Scanner(System.in)) {
      while (lines.hasNextLine()) {
        String[] words = lines.nextLine().trim().split(" ");
        if (words.length == 2 && words[0].equals("close")) {
          runner.getNode(Integer.parseInt(words[1]) - 1).close();
        }
      }
    }
    Thread.currentThread().join();
  }

  private static void close(OpenSearchRunner runner) {
    try {
      runner.close();
    } catch (Exception error) {
      System.err.println(error.getMessage());
    }
  }
}
