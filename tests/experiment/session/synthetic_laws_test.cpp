// Synthetic data is useful: against uniform tables on real records, and at the theorem's rate.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/statement/statements.h"

namespace noisy::testing {
namespace {

Json experiment(const char* data, const char* problem, const char* algorithm, double epsilon) {
  Json tree = with(with(small_experiment(), "data", data), "problem", problem);
  tree = with(tree, "algorithms", std::string("[") + algorithm + "]");
  tree = with(tree, "privacy", R"({"notion":"approximate","epsilon":1,"delta":1e-6})");
  tree = with(with(tree, "privacy.epsilon", write_json(Json(epsilon))), "run.repeats", "5");
  return with(with(tree, "run.trace", R"({"points":2})"), "run.diagnostics",
              R"(["query-error","marginal-error-2","marginal-error-3"])");
}

double mean(const Json& result, const char* number) {
  return at_path(result, std::string("nonPrivate.summary.0.final.") + number + ".mean").number();
}

struct Wanted {
  const char* algorithm;
  double epsilon, pairs, triples;
};

/// Breast cancer in thirds of the usual ranges of six columns, with the diagnosis; a uniform table
/// is 0.370 off in the mean over pairs and 0.498 over triples. Seeds are fixed.
TEST(SyntheticDataLaws, RealTablesAreClearlyCloserThanUniformOnes) {
  constexpr const char* kData =
      R"({"kind":"builtin","name":"breast-cancer","preprocess":[
           {"kind":"select-columns","columns":[0,1,4,6,8,24]},
           {"kind":"scale-columns","lower":[8,10,0.07,0,0.1,0.07],
            "upper":[22,30,0.13,0.3,0.3,0.195],"to":[0,3]}]})";
  constexpr const char* kProblem =
      R"({"kind":"saddle","name":"marginal-queries","levels":3,"targetLevels":2})";
  constexpr const char* kDescent = R"({"id":"synthetic-data"})";
  constexpr const char* kMwem = R"({"id":"mwem"})";
  for (const auto& [algorithm, epsilon, pairs, triples] :
       {Wanted{kDescent, 0.5, 0.28, 0.42}, Wanted{kDescent, 1, 0.21, 0.33},
        Wanted{kDescent, 2, 0.16, 0.26}, Wanted{kMwem, 0.5, 0.23, 0.35},
        Wanted{kMwem, 1, 0.13, 0.22}, Wanted{kMwem, 2, 0.09, 0.17}}) {
    const Json result = result_of(experiment(kData, kProblem, algorithm, epsilon));
    EXPECT_LT(mean(result, "marginalError2"), pairs) << algorithm << epsilon;
    EXPECT_LT(mean(result, "marginalError3"), triples) << algorithm << epsilon;
  }
}

/// S14 on the records: parities of bits of a Markov chain, in one pass: the largest error falls as
/// n^(-1/2). Seeds are fixed.
TEST(SyntheticDataLaws, OnePassErrorsFallAtTheTheoremsRate) {
  constexpr const char* kProblem =
      R"({"kind":"saddle","name":"marginal-queries","order":3,"queries":"parities"})";
  constexpr const char* kOnePass = R"({"id":"synthetic-data","parameters":{"passes":"one-pass"}})";
  const auto error = [&](const char* data) {
    return mean(result_of(experiment(data, kProblem, kOnePass, 1)), "queryError");
  };
  const double few = error(R"({"kind":"synthetic","name":"markov-bits","samples":1000})");
  const double many = error(R"({"kind":"synthetic","name":"markov-bits","samples":10000})");
  const double slope = std::log10(many / few);
  EXPECT_GT(slope, -0.6);
  EXPECT_LT(slope, -0.4);
}

struct Errors {
  double variant = 0, descent = 0, records = 0;
};

/// P7 of saddle-mirror-descent at n records, on the law, the mean of 5 runs.
Errors population_errors(const std::string& samples) {
  const std::string data = R"({"kind":"synthetic","name":"markov-bits","samples":)" + samples + "}";
  Json tree = experiment(data.c_str(),
                         R"({"kind":"saddle","name":"marginal-queries","order":3,
                             "queries":"parities"})",
                         R"({"id":"synthetic-data","parameters":{"passes":"one-pass"}},
                            {"id":"vertex-smd",
                             "parameters":{"rule":"paper-scaling","output":"fresh"}})",
                         1);
  tree = with(tree, "run.diagnostics", R"(["population-query-error","record-query-error"])");
  const Json summary = at_path(result_of(tree), "nonPrivate.summary");
  const auto of = [&](std::size_t algorithm, const char* number) {
    return at_path(summary.element(algorithm), std::string("final.") + number + ".mean").number();
  };
  return {.variant = of(0, "populationQueryError"),
          .descent = of(1, "populationQueryError"),
          .records = of(0, "recordQueryError")};
}

/// S14: of 10^3, 10^4 and 10^5 records the variant for synthetic data ends at .387, .107 and .033,
/// Algorithm 1 at .699, .184 and .069, and the records themselves are .080, .026 and .009 off:
/// means of a few seeds there and here, on one data set. Seeds are fixed.
TEST(SyntheticDataLaws, ErrorsOnThePopulationAreThoseOfItsPaperSetting) {
  const auto expect_near = [](double found, double wanted) {
    EXPECT_GT(found, wanted / 1.35);
    EXPECT_LT(found, wanted * 1.35);
  };
  struct Setting {
    const char* samples;
    Errors wanted;
  };
  for (const auto& [samples, wanted] :
       {Setting{"1000", {0.387, 0.699, 0.080}}, Setting{"10000", {0.107, 0.184, 0.026}},
        Setting{"100000", {0.033, 0.069, 0.009}}}) {
    SCOPED_TRACE(samples);
    const Errors found = population_errors(samples);
    expect_near(found.variant, wanted.variant);
    expect_near(found.descent, wanted.descent);
    expect_near(found.records, wanted.records);
    EXPECT_LT(found.variant, found.descent);
    EXPECT_LT(found.records, found.variant);
  }
}

}  // namespace
}  // namespace noisy::testing
