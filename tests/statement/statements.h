#pragma once

#include <string>
#include <vector>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/json/json.h"
#include "engine/statement/check/check.h"
#include "tests/experiment/file/suitable_problem.h"
#include "tests/experiment/session/run_session.h"

namespace noisy::testing {

/// An experiment of every kind that a statement can describe.
struct NamedExperiment {
  std::string name;
  Json experiment;
  /// Releases of disjoint blocks, and of rows that are held out, cost what the dearest does, so
  /// that arithmetic alone does not tell how many records there are, nor the figures of another
  /// block: the experiment does. Nor does it tell how many steps a domain makes one forget.
  bool has_blocks = false;
};

inline std::vector<NamedExperiment> statement_experiments() {
  const Json small = small_experiment();
  const Json divided = with(small, "algorithms",
                            R"([{"id":"dp-gd","parameters":{"iterations":9}},
               {"id":"dp-nag","parameters":{"iterations":14,"division":"remark-4-2"}},
               {"id":"gd","parameters":{"iterations":5}}])");
  const Json batches = with(small, "algorithms",
                            R"([{"id":"dp-gd","parameters":{"iterations":9,"batchSize":3}},
               {"id":"dp-nag","parameters":{"iterations":7,"batchSize":5,
                                            "division":"exact-subsampled"}}])");
  const Json state = with(small, "algorithms",
                          R"([{"id":"dp-gd","parameters":{"iterations":6,"batchSize":3,
                                           "sensitivity":"state-dependent"}}])");
  const Json vertices = with(
      with(with(small, "algorithms", R"([{"id":"noisy-frank-wolfe","parameters":{"iterations":9}},
                                         {"id":"frank-wolfe","parameters":{"iterations":9}}])"),
           "problem.domain", R"({"kind":"l1-ball","radius":1.5})"),
      "problem.regularizer", R"({"kind":"none"})");
  const auto asks = [](const Json& tree, const char* privacy) {
    return with(tree, "privacy", privacy);
  };
  const Json ball = with(with(with(small, "problem.domain", R"({"kind":"l2-ball","radius":2})"),
                              "problem.regularizer", R"({"kind":"none"})"),
                         "data.preprocess.0.norm", R"("l2")");
  const Json solved = with(ball, "algorithms",
                           R"([{"id":"output-perturbation"},
                               {"id":"phased-output-perturbation","parameters":{"phases":2}}])");
  const Json saddles =
      with(with(with(small, "problem", R"({"kind":"saddle","name":"auc","positiveShare":0.6})"),
                "algorithms", R"([{"id":"minimax-output-perturbation"},
                                  {"id":"phased-minimax","parameters":{"phases":2}}])"),
           "run.diagnostics", "[]");
  // A squared loss has no accuracy.
  const Json clipped = with(with(with(with(small, "problem.loss", R"("squared")"),
                                      "problem.gradientClip", R"({"norm":"l2","bound":0.5})"),
                                 "data.preprocess.0.norm", R"("l2")"),
                            "run.diagnostics", "[]");
  const Json moments = with(with_bounded_squares(small), "algorithms",
                            R"([{"id":"adassp"},{"id":"gd","parameters":{"iterations":5}}])");
  const auto secure = [](const Json& tree) {
    return with(tree, "run", R"({"repeats":2,"randomness":{"mode":"secure"}})");
  };
  const auto ranged = [&](const char* privacy) {
    return asks(with(with(small, "data.preprocess",
                          R"([{"kind":"private-ranges","lower":-5,"upper":[5,7]},
                              {"kind":"clip-rows","norm":"l2","bound":1}])"),
                     "run.diagnostics", "[]"),
                privacy);
  };
  const auto scored = [&](const char* privacy) {
    return asks(with(with(with(small, "data.preprocess",
                               R"([{"kind":"clip-rows","norm":"l1","bound":1},
                                   {"kind":"hold-out","count":3,"seed":4}])"),
                          "run.diagnostics", "[]"),
                     "run.privateScore", "{}"),
                privacy);
  };
  return {
      {"ScoredPure", scored(R"({"notion":"pure","epsilon":2})"), true},
      {"ScoredInRho", scored(R"({"notion":"zcdp","rho":0.3})"), true},
      {"ScoredBatches",
       with(scored(R"({"notion":"approximate","epsilon":2,"delta":1e-5})"),
            "algorithms.0.parameters.batchSize", "3"),
       true},
      {"Hardened", secure(divided)},
      {"HardenedBatches", secure(batches)},
      {"HardenedStateDependent", secure(state)},
      {"HardenedGaussian",
       secure(asks(divided, R"({"notion":"approximate","epsilon":2,"delta":1e-6})"))},
      {"SecureFloating", with(secure(small), "run.randomness.release", R"("floating")")},
      {"Pure", small},
      {"ManySteps",
       with(with(small, "algorithms.0.parameters.iterations", "300"), "privacy.epsilon", "0.5")},
      {"Divided", divided},
      {"Batches", batches},
      {"StateDependent", state},
      {"Swept", with(divided, "sweep", R"([{"path":"privacy.epsilon","values":[0.5,3]}])")},
      {"Published",
       asks(small, R"({"notion":"pure","epsilon":1,"calibration":"published-figures"})")},
      {"Gaussian", asks(divided, R"({"notion":"approximate","epsilon":2,"delta":1e-6})")},
      {"LastIterate",
       asks(with(small, "algorithms.0.parameters", R"({"iterations":12,"publishes":"last"})"),
            R"({"notion":"approximate","epsilon":2,"delta":1e-6})")},
      {"LastIterateInABall",
       asks(with(ball, "algorithms.0.parameters", R"({"iterations":400,"publishes":"last"})"),
            R"({"notion":"zcdp","rho":0.3})"),
       true},
      {"ThroughZcdp", asks(small, R"({"notion":"approximate","epsilon":2,"delta":1e-6,
                                      "calibration":"zcdp"})")},
      {"ApproximateLaplace", asks(batches, R"({"notion":"approximate","epsilon":2,"delta":1e-5,
                                              "mechanism":"laplace"})")},
      {"GaussianBatches",
       asks(with(small, "algorithms",
                 R"([{"id":"dp-gd","parameters":{"iterations":9,"batchSize":3}}])"),
            R"({"notion":"approximate","epsilon":2,"delta":1e-5})")},
      {"VarianceReduced",
       asks(with(small, "algorithms",
                 R"([{"id":"dp-svrg","parameters":{"epochs":2,"innerIterations":6,"batchSize":3,
                                                   "theory":"none"}},
                     {"id":"dp-gd","parameters":{"iterations":4}}])"),
            R"({"notion":"approximate","epsilon":2,"delta":1e-5})")},
      {"PerEpochAnchors",
       asks(with(small, "algorithms",
                 R"([{"id":"dp-svrg","parameters":{"epochs":2,"innerIterations":6,"batchSize":3,
                                                   "theory":"none","anchorNoise":"per-epoch"}},
                     {"id":"dp-gd","parameters":{"iterations":4}}])"),
            R"({"notion":"approximate","epsilon":2,"delta":1e-5})")},
      {"PerEpochAnchorsOfDoublingEpochs",
       asks(with(small, "algorithms",
                 R"([{"id":"dp-svrg-pp","parameters":{"epochs":2,"innerIterations":2,
                                      "anchorNoise":"per-epoch","anchorWeight":1}},
                     {"id":"dp-svrg","parameters":{"epochs":1,"innerIterations":3,"batchSize":1,
                                                   "theory":"none"}}])"),
            R"({"notion":"approximate","epsilon":1,"delta":1e-4})")},
      {"VarianceReducedOfAll",
       asks(with(small, "algorithms",
                 R"([{"id":"dp-svrg-pp","parameters":{"epochs":2,"innerIterations":2,
                                                      "batchSize":8}}])"),
            R"({"notion":"zcdp","rho":0.3})")},
      {"ByTheTheorem", asks(small, R"({"notion":"approximate","epsilon":1,"delta":1e-5,
                                       "calibration":"paper","noiseConstant":6})")},
      {"VarianceReducedByTheTheorem",
       asks(with(small, "algorithms",
                 R"([{"id":"dp-svrg","parameters":{"epochs":1,"innerIterations":6,"batchSize":1,
                                                   "theory":"none"}}])"),
            R"({"notion":"approximate","epsilon":1,"delta":1e-5,"calibration":"paper",
                "noiseConstant":8})")},
      {"Solution", asks(with(small, "algorithms",
                             R"([{"id":"output-perturbation-gd","parameters":{"iterations":12}},
                     {"id":"dp-gd","parameters":{"iterations":4}}])"),
                        R"({"notion":"approximate","epsilon":0.7,"delta":1e-5})")},
      {"SolutionByTheFormula",
       asks(with(with(small, "algorithms",
                      R"([{"id":"output-perturbation-gd","parameters":{"iterations":12}}])"),
                 "problem.regularizer", R"({"kind":"none"})"),
            R"({"notion":"approximate","epsilon":0.7,"delta":1e-5,"calibration":"paper"})")},
      {"SolutionInRho",
       asks(with(small, "algorithms",
                 R"([{"id":"output-perturbation-gd","parameters":{"iterations":12}}])"),
            R"({"notion":"zcdp","rho":0.3})")},
      {"BlockSolutions", asks(solved, R"({"notion":"approximate","epsilon":2,"delta":1e-5})"),
       true},
      {"BlockSolutionsInRho", asks(solved, R"({"notion":"zcdp","rho":0.3})"), true},
      {"SaddlePoints", asks(saddles, R"({"notion":"approximate","epsilon":2,"delta":1e-5})"), true},
      {"SaddlePointsInRho", asks(saddles, R"({"notion":"zcdp","rho":0.3})"), true},
      {"Choices", asks(vertices, R"({"notion":"pure","epsilon":1.5})")},
      {"ChoicesInRho", asks(vertices, R"({"notion":"zcdp","rho":0.3})")},
      {"ChoicesInRenyiDivergence",
       asks(vertices, R"({"notion":"approximate","epsilon":2,"delta":1e-5})")},
      {"ChoicesOfClippedGradientsBesideGaussians",
       asks(with(with(vertices, "problem.gradientClip", R"({"norm":"l2","bound":0.1})"),
                 "algorithms.1", R"({"id":"dp-accmd","parameters":{"iterations":4}})"),
            R"({"notion":"approximate","epsilon":2,"delta":1e-5})")},
      {"Minimizer", asks(with(small, "algorithms",
                              R"([{"id":"objective-perturbation"},
                     {"id":"dp-gd","parameters":{"iterations":4}}])"),
                         R"({"notion":"approximate","epsilon":0.7,"delta":1e-5})")},
      {"MinimizerInABall",
       asks(with(with_bounded_squares(ball), "algorithms", R"([{"id":"objective-perturbation"}])"),
            R"({"notion":"approximate","epsilon":0.7,"delta":1e-5})")},
      {"Moments", asks(moments, R"({"notion":"approximate","epsilon":0.7,"delta":1e-5})")},
      {"MomentsInRhoWhereARecordIsZeroedOut",
       asks(moments, R"({"notion":"zcdp","rho":0.3,"neighbours":"zero-out"})")},
      {"HardenedMoments", secure(asks(moments, R"({"notion":"zcdp","rho":0.3})"))},
      {"FallingSteps",
       asks(with(small, "algorithms", R"([{"id":"dp-sgd","parameters":{"iterations":20}}])"),
            R"({"notion":"approximate","epsilon":2,"delta":1e-5})")},
      {"Zcdp", asks(divided, R"({"notion":"zcdp","rho":0.3})")},
      {"Clipped", clipped},
      {"ClippedGaussian", asks(clipped, R"({"notion":"zcdp","rho":0.3})")},
      {"Mixed", with(small, "sweep", R"([{"path":"privacy","values":[
          {"notion":"pure","epsilon":1}, {"notion":"zcdp","rho":0.1},
          {"notion":"approximate","epsilon":2,"delta":1e-7}]}])")},
      {"RangesPure", ranged(R"({"notion":"pure","epsilon":2})")},
      {"RangesInRho", ranged(R"({"notion":"zcdp","rho":0.3})")},
      {"RangesOfATarget", with(with(with(with(ranged(R"({"notion":"zcdp","rho":0.3})"),
                                              "problem.loss", R"("squared")"),
                                         "problem.gradientClip", R"({"norm":"l2","bound":0.5})"),
                                    "data.preprocess.0.of", R"("both")"),
                               "data.preprocess.0.upper", "7")},
      {"RangesApproximate", ranged(R"({"notion":"approximate","epsilon":2,"delta":1e-5})")},
      {"RangesZeroOut",
       with(with(ranged(R"({"notion":"zcdp","rho":0.3,"neighbours":"zero-out"})"), "algorithms",
                 R"([{"id":"noisy-gd","parameters":{"innerIterations":5}}])"),
            "problem", R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":30},
                           "constants":{"klConstant":1,"klExponent":2}})")},
      {"RangesOfBatches", with(ranged(R"({"notion":"approximate","epsilon":2,"delta":1e-5})"),
                               "algorithms.0.parameters.batchSize", "3")},
      {"RangesHardened", secure(ranged(R"({"notion":"zcdp","rho":0.3})"))},
      {"RangesHardenedPure", secure(ranged(R"({"notion":"pure","epsilon":2})"))},
      {"MixedBatches",
       with(with(with(small, "algorithms.0.parameters.batchSize", "3"), "run.repeats", "1"),
            "sweep", R"([{"path":"privacy","values":[
          {"notion":"pure","epsilon":1}, {"notion":"approximate","epsilon":2,"delta":1e-6}]}])")},
  };
}

/// A problem on which the algorithm can work: vertices, a domain, or a smooth regularizer.
inline Json problem_for(const AlgorithmEntry& entry) {
  if (entry.term_use == TermUse::smooth_in_ball) {
    return *parse_json(R"({"loss":"logistic","domain":{"kind":"l2-ball","radius":30},
                           "constants":{"klConstant":1,"klExponent":2}})");
  }
  const bool is_constrained =
      entry.term_use == TermUse::domain_only || entry.term_use == TermUse::smooth_in_domain;
  return is_constrained
             ? *parse_json(R"({"loss":"logistic","regularizer":{"kind":"none"},
                               "domain":{"kind":"l1-ball","radius":1.5}})")
             : *parse_json(R"({"loss":"logistic","regularizer":{"kind":"l2","strength":0.1}})");
}

/// The report, or a report that holds the error.
inline Json report_of(const Json& result) {
  const auto report = check_statement(write_json(result));
  if (report) return *parse_json(report->json);
  return Json::object({{"error", report.error().field + ": " + report.error().message}});
}

/// Paths of all numbers in a tree.
inline void add_numbers(const Json& tree, const std::string& path, std::vector<std::string>& out) {
  const auto below = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
  if (tree.is_number()) out.push_back(path);
  if (tree.is_array()) {
    for (std::size_t i = 0; i < tree.size(); ++i) {
      add_numbers(tree.element(i), below(std::to_string(i)), out);
    }
  } else if (tree.is_object()) {
    for (const auto& [key, value] : tree.members()) add_numbers(value, below(key), out);
  }
}

}  // namespace noisy::testing
