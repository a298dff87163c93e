#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "tests/experiment/file/experiments.h"

namespace noisy::testing {

/// The ids of the algorithms that a predicate takes, for tests of each of them.
template <class Predicate>
std::vector<std::string> algorithm_ids(const Predicate& is_meant) {
  std::vector<std::string> ids;
  for (const AlgorithmEntry& entry : algorithms()) {
    if (is_meant(entry)) ids.push_back(entry.id);
  }
  return ids;
}

inline std::vector<std::string> algorithm_ids() {
  return algorithm_ids([](const AlgorithmEntry&) { return true; });
}

/// Whether it is one of the methods for the KL condition, which work on all of space or in a ball.
inline bool is_for_kl(const AlgorithmEntry& entry) {
  return entry.term_use == TermUse::smooth_in_ball && entry.id != "objective-perturbation";
}

/// GoogleTest takes no hyphens in the names of tests.
inline std::string without_hyphens(std::string name) {
  std::ranges::replace(name, '-', '_');
  return name;
}

/// Names the tests of a suite after its ids.
constexpr auto kNamedById = [](const auto& test) { return without_hyphens(test.param); };

/// A copy with a saddle problem in the place of its own, and records that suit it.
inline Json with_saddle_problem(Json tree) {
  tree = with(tree, "problem", R"({"kind":"saddle","name":"moment-equations"})");
  tree = with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":1},
                                           {"kind":"scale-target","lower":-1,"upper":1}])");
  if (at_path(tree, "run.diagnostics").size() == 0) return tree;
  return with(tree, "run.diagnostics", R"(["objective"])");
}

/// A copy whose records are taken for square matrices of a game.
inline Json with_game_of_its_records(Json tree) {
  tree = with(tree, "problem", R"({"kind":"saddle","name":"matrix-game"})");
  if (at_path(tree, "run.diagnostics").size() == 0) return tree;
  return with(tree, "run.diagnostics", R"(["objective"])");
}

/// A copy with a game of 2 x 2 matrices in the place of its problem and data.
inline Json with_matrix_game(Json tree) {
  return with(with_game_of_its_records(std::move(tree)), "data",
              R"({"kind":"synthetic","name":"planted-game","samples":240,"features":4})");
}

/// A copy with queries about its records in the place of its problem.
inline Json with_queries_about_its_records(Json tree) {
  tree = with(tree, "problem", R"({"kind":"saddle","name":"marginal-queries"})");
  if (at_path(tree, "run.diagnostics").size() == 0) return tree;
  return with(tree, "run.diagnostics", R"(["objective"])");
}

/// A copy with queries about three bits in the place of its problem and data.
inline Json with_queries(Json tree) {
  return with(with_queries_about_its_records(std::move(tree)), "data",
              R"({"kind":"synthetic","name":"markov-bits","samples":60,"features":3})");
}

/// With the saddle problem that the algorithm is for.
inline Json with_saddle_problem(Json tree, const AlgorithmEntry& entry) {
  if (entry.term_use == TermUse::queries) return with_queries(std::move(tree));
  return entry.term_use == TermUse::simplices ? with_matrix_game(std::move(tree))
                                              : with_saddle_problem(std::move(tree));
}

/// A copy with the squared loss on rows and targets that are bounded.
inline Json with_bounded_squares(Json tree) {
  tree = with(tree, "problem.loss", R"("squared")");
  tree = with(tree, "data.preprocess", R"([{"kind":"clip-rows","norm":"l2","bound":1},
                                           {"kind":"clamp-target","lower":-1,"upper":1}])");
  return with(tree, "run.diagnostics", "[]");
}

/// A copy whose domain and regularizer suit the algorithm: vertices or a ball where it needs them,
/// and no regularizer where it takes none; or with a saddle problem.
inline Json with_suitable_domain(Json tree, const AlgorithmEntry& entry) {
  if (entry.problem_use == ProblemUse::saddles) return with_saddle_problem(std::move(tree), entry);
  if (entry.asks_at_origin) return with_bounded_squares(std::move(tree));
  switch (entry.term_use) {
    case TermUse::domain_only:
      tree = with(tree, "problem.regularizer", R"({"kind":"none"})");
      return with(tree, "problem.domain", R"({"kind":"l1-ball","radius":2})");
    case TermUse::smooth_in_domain:
      return with(tree, "problem.domain", R"({"kind":"l1-ball","radius":2})");
    case TermUse::smooth_in_ball: {
      if (!is_for_kl(entry)) return tree;
      // Fixed rounds travel far; proximal steps stay near, and pay for every bound on the way.
      const std::string radius = entry.plans_without_smoothness ? "2" : "1000";
      return with(tree, "problem.domain", R"({"kind":"l2-ball","radius":)" + radius + "}");
    }
    default:
      return tree;
  }
}

}  // namespace noisy::testing
