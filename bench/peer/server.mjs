// Serves the database that NEO4J_URI names through @neo4j/graphql on Apollo Server, as both are set up in their own
// first pages, and prints its address. It ends with its standard input, so that it never outlives the benchmark.
import { readFileSync } from "node:fs";
import { ApolloServer } from "@apollo/server";
import { startStandaloneServer } from "@apollo/server/standalone";
import { Neo4jGraphQL } from "@neo4j/graphql";
import neo4j from "neo4j-driver";

const { NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD } = process.env;
const driver = neo4j.driver(NEO4J_URI, neo4j.auth.basic(NEO4J_USER, NEO4J_PASSWORD));
const typeDefs = readFileSync(new URL("types.graphql", import.meta.url), "utf8");
const schema = await new Neo4jGraphQL({ typeDefs, driver }).getSchema();
const { url } = await startStandaloneServer(new ApolloServer({ schema }), {
  // Naming the database saves it a request for the user's home database.
  context: async () => ({ sessionConfig: { database: "neo4j" } }),
  listen: { host: "127.0.0.1", port: 0 },
});
console.log(url);
process.stdin.resume().on("end", () => process.exit());
