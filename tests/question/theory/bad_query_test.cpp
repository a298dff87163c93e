#include <gmock/gmock.h>

#include <chrono>

#include "engine/question/catalogue.h"
#include "engine/question/theory/query.h"
#include "tests/question/theory/ask.h"

namespace noisy {
namespace {

using ::testing::HasSubstr;
using testing::with;
using testing::without;

struct BadQuery {
  std::string name;
  std::string query;
  std::string code;
  std::string field;
  std::string message;
};

const char* const kLab = R"({"query":"quadratic-lab","method":"heavy-ball","eigenvalues":[0.1,1],
  "start":[1,1],"stepSize":0.5,"momentum":0.3,"noiseVariance":0.1,"iterations":10})";
const char* const kMap = R"({"query":"stability-map","method":"nesterov","strongConvexity":0.1,
  "smoothness":1,"steps":[0.1,0.5],"momenta":[0,0.5]})";
const char* const kCertificate = R"({"query":"lmi-certificate","strongConvexity":0.1,
  "smoothness":1,"stepSize":0.5,"momentum":0.3,
  "bound":{"iterations":50,"squaredDistance":13,"initialGap":2.45,"noiseTrace":0.08}})";
const char* const kHorizon = R"({"query":"horizon","method":"nag","strongConvexity":0.02,
  "smoothness":5.1,"iterations":100,"dimension":20,"samples":1000,"l1Sensitivity":2,"epsilon":1})";
const char* const kFigure1 = R"({"query":"figure-1","preset":"corrected","stepSize":0.5,
  "noisePerIteration":1e-4})";
const char* const kFigure2 = R"({"query":"figure-2","form":"published","stages":2})";
const char* const kContraction = R"({"query":"svrg-contraction","strongConvexity":0.01,
  "smoothness":1,"steps":[0.01],"lengths":[100]})";
const char* const kBounds = R"({"query":"erm-bounds","method":"dp-svrg","samples":100000,
  "dimension":10,"strongConvexity":0.1,"epsilon":1,"delta":1e-6})";
const char* const kTables = R"({"query":"complexity-tables","samples":20000,"dimension":54,
  "epsilon":1,"delta":1e-6})";
const char* const kNoise = R"({"query":"batch-noise","samples":1000,"innerSteps":500,
  "epsilon":1,"delta":1e-6,"batchSizes":[1,30]})";
const char* const kWidth = R"({"query":"gaussian-width","set":"l1-ball","dimensions":[1,10]})";
const char* const kDivision = R"({"query":"exact-division","method":"nesterov",
  "eigenvalues":[0.1,1],"start":[1,1],"stepSize":0.5,"iterations":30})";

const char* const kSpider = R"({"query":"kl-spider-plan","klExponent":1.5,"klConstant":0.7,
  "initialGap":0.5,"lipschitz":2,"smoothness":2,"samples":100000,"dimension":10,"rho":0.5})";
const char* const kTarget = R"({"query":"kl-target-budget","klExponent":1.5,"klConstant":0.7,
  "initialGap":0.5,"lipschitz":2,"smoothness":2,"samples":100000,"dimension":10,
  "targetGap":0.01})";
const char* const kProximal = R"({"query":"kl-proximal-plan","klExponent":3,"klConstant":0.8,
  "initialGap":0.5,"lipschitz":2,"weakConvexity":1,"samples":10000,"dimension":2,"rho":1})";
const char* const kAdaptive = R"({"query":"kl-adaptive-bound","klExponent":1.5,"klConstant":0.7,
  "initialGap":0.5,"lipschitz":2,"smoothness":1,"samples":10000,"dimension":10,"rho":1})";
const char* const kConversion = R"({"query":"kl-conversions","form":"kl","constant":1,
  "exponent":2})";

const char* const kBias = R"({"query":"bias-variance"})";
const char* const kLevels = R"({"query":"level-schedule","samples":100000})";

BadQuery changed(std::string name, const char* query, std::string_view path, std::string_view value,
                 std::string code, std::string message, std::string field = "") {
  return {std::move(name), write_json(with(*parse_json(query), path, value)), std::move(code),
          field.empty() ? std::string(path) : field, std::move(message)};
}

std::string numbers(std::size_t count, const std::string& value) {
  std::string text = "[" + value;
  for (std::size_t i = 1; i < count; ++i) text += "," + value;
  return text + "]";
}

BadQuery many_modes() {
  const Json query =
      with(with(*parse_json(kLab), "eigenvalues", numbers(1000, "1")), "start", numbers(1000, "1"));
  return {"many_modes", write_json(with(query, "iterations", "10001")), "limit-exceeded",
          "iterations", "more than 10000000"};
}

BadQuery many_cells() {
  const Json query = with(*parse_json(kMap), "momenta", numbers(201, "0.5"));
  return {"many_cells", write_json(with(query, "steps", numbers(200, "0.1"))), "limit-exceeded",
          "steps", "40200 cells"};
}

std::vector<BadQuery> bad_queries() {
  return {
      {"not_json", "{\"query\":", "invalid-json", "line 1, column 10", ""},
      {"not_an_object", "[1]", "invalid-type", "", "object"},
      {"too_long", std::string(3'000'000, ' '), "limit-exceeded", "", ""},
      {"no_query", "{}", "missing-field", "query", "\"quadratic-lab\""},
      {"query_is_no_text", R"({"query":1})", "invalid-type", "query", ""},
      {"unknown_query", R"({"query":"quadratic-labs"})", "unknown-name", "query",
       "Did you mean \"quadratic-lab\"?"},
      changed("unknown_field", kLab, "stepsize", "1", "unknown-field",
              "Did you mean \"stepSize\"?"),
      {"missing_field", write_json(without(*parse_json(kLab), "stepSize")), "missing-field",
       "stepSize", "required"},
      changed("negative_step", kLab, "stepSize", "-0.5", "invalid-value", "greater than 0"),
      changed("zero_step", kLab, "stepSize", "0", "invalid-value", "greater than 0"),
      {"nan_step", R"({"query":"quadratic-lab","stepSize":NaN})", "invalid-json",
       "line 1, column 37", ""},
      changed("nan_as_text", kLab, "stepSize", "\"NaN\"", "invalid-type", "finite number"),
      changed("null_step", kLab, "stepSize", "null", "invalid-type", "NaN or infinity"),
      changed("huge_step", kLab, "stepSize", "1e13", "invalid-value", "at most"),
      changed("momentum_one", kLab, "momentum", "1", "invalid-value", "at most 0.999999"),
      changed("negative_momentum", kLab, "momentum", "-0.1", "invalid-value", "at least 0"),
      changed("unknown_method", kLab, "method", "\"nestrov\"", "invalid-value",
              "Did you mean \"nesterov\"?"),
      changed("empty_eigenvalues", kLab, "eigenvalues", "[]", "invalid-value", "at least one"),
      changed("one_eigenvalue_bare", kLab, "eigenvalues", "1", "invalid-type", "array"),
      changed("null_eigenvalue", kLab, "eigenvalues", "[1,null]", "invalid-type", "array"),
      changed("zero_eigenvalue", kLab, "eigenvalues", "[1,0]", "invalid-value", "greater than 0",
              "eigenvalues.1"),
      changed("too_many_eigenvalues", kLab, "eigenvalues", numbers(1001, "1"), "limit-exceeded",
              "1000"),
      changed("short_start", kLab, "start", "[1]", "invalid-value",
              "1 coordinates for 2 eigenvalues"),
      changed("no_iterations", kLab, "iterations", "0", "invalid-value", "at least 1"),
      changed("too_many_iterations", kLab, "iterations", "100001", "invalid-value",
              "at most 100000"),
      changed("half_an_iteration", kLab, "iterations", "1.5", "invalid-value", "whole number"),
      changed("negative_noise", kLab, "noiseVariance", "-1", "invalid-value", "at least 0"),
      many_modes(),
      many_cells(),
      changed("mu_above_l", kMap, "strongConvexity", "2", "invalid-value",
              "more than the smoothness"),
      changed("a_momentum_of_one", kMap, "momenta", "[0,1]", "invalid-value", "at most 0.999999",
              "momenta.1"),
      changed("no_steps", kMap, "steps", "[]", "invalid-value", "at least one"),
      changed("eigenvalue_outside", kMap, "eigenvalues", "[0.5,2]", "invalid-value",
              "between strongConvexity and smoothness", "eigenvalues.1"),
      changed("unknown_form", kCertificate, "form", "\"paper\"", "invalid-value", "\"literal\""),
      changed("certificate_mu_above_l", kCertificate, "strongConvexity", "2", "invalid-value",
              "more than the smoothness"),
      changed("bound_without_gap", kCertificate, "bound", R"({"iterations":5,"squaredDistance":1,
              "noiseTrace":1})",
              "missing-field", "required", "bound.initialGap"),
      changed("negative_trace", kCertificate, "bound.noiseTrace", "-1", "invalid-value",
              "at least 0"),
      changed("unknown_bound_field", kCertificate, "bound.trace", "1", "unknown-field", "Known"),
      changed("bound_is_a_number", kCertificate, "bound", "3", "invalid-type", "object"),
      changed("epsilon_zero", kHorizon, "epsilon", "0", "invalid-budget", "greater than 0"),
      changed("batch_above_n", kHorizon, "batchSize", "1001", "invalid-value", "between 1 and n"),
      changed("one_record", kHorizon, "samples", "1", "invalid-value", "at least 2"),
      changed("long_step", kHorizon, "stepScale", "1.5", "invalid-value", "at most 1"),
      changed("momentum_of_nesterov", kHorizon, "momentum", "0.5", "unsupported-option", "hb"),
      changed("unstable_figure", kFigure1, "stepSize", "5", "unstable-step", "smaller step"),
      changed("long_figure", kFigure1, "iterations", "10001", "invalid-value", "at most 10000"),
      changed("no_stages", kFigure2, "stages", "0", "invalid-value", "at least 1"),
      changed("too_many_stages", kFigure2, "stages", "13", "invalid-value", "at most 12"),
      {"map_without_lengths", write_json(without(*parse_json(kContraction), "lengths")),
       "missing-field", "lengths", "rows and columns"},
      {"too_many_cells_of_epochs",
       write_json(with(with(*parse_json(kContraction), "steps", numbers(201, "0.01")), "lengths",
                       numbers(200, "10"))),
       "limit-exceeded", "steps", "40200 cells"},
      changed("half_an_inner_step", kContraction, "innerIterations", "0.5", "invalid-value",
              "at least 1"),
      changed("convexity_out_of_reach", kContraction, "strongConvexity", "1e-30", "invalid-value",
              "too far apart"),
      {"bounds_without_convexity", write_json(without(*parse_json(kBounds), "strongConvexity")),
       "missing-field", "strongConvexity", "for this method"},
      changed("brief_epochs", kBounds, "innerIterations", "10", "epoch-too-short", "at least"),
      changed("long_step_of_bounds", kBounds, "stepSize", "0.05", "unstable-step", "no epoch"),
      changed("bounds_without_a_set", kBounds, "method", "\"dp-accmd\"", "missing-field",
              "for this method", "gaugeSmoothness"),
      changed("bounds_delta_one", kBounds, "delta", "1", "invalid-budget", "at most"),
      {"epochs_of_descent",
       write_json(
           with(with(*parse_json(kBounds), "method", "\"dp-gd-pl\""), "innerIterations", "5")),
       "unsupported-option", "innerIterations", "no epochs"},
      changed("tables_mu_above_l", kTables, "strongConvexity", "2", "invalid-value",
              "more than the smoothness"),
      changed("tables_without_end", kTables, "strongConvexity", "1e-12", "limit-exceeded", "10^12"),
      changed("batch_above_all", kNoise, "batchSizes", "[1,1001]", "invalid-value",
              "between 1 and n", "batchSizes.1"),
      changed("half_a_batch", kNoise, "batchSizes", "[1.5]", "invalid-value", "whole number",
              "batchSizes.0"),
      changed("too_many_batches", kNoise, "batchSizes", numbers(25, "1"), "limit-exceeded", "24"),
      changed("half_a_dimension", kWidth, "dimensions", "[2,1.5]", "invalid-value", "whole number",
              "dimensions.1"),
      changed("unknown_set", kWidth, "set", "\"l3-ball\"", "invalid-value", "\"lp-ball\""),
      changed("exponent_above_two", kWidth, "exponent", "2.5", "invalid-value", "at most 2"),
      {"many_draws", R"({"query":"gaussian-width","set":"group-ball","dimensions":[100000]})",
       "limit-exceeded", "draws", "draw fewer"},
      changed("spider_above_two", kSpider, "klExponent", "2.5", "invalid-value", "at most 2"),
      changed("kl_below_one", kSpider, "klExponent", "0.5", "invalid-value", "at least 1"),
      changed("spider_long_step", kSpider, "stepFraction", "1.6", "invalid-value", "2 (1 - 2 e)"),
      changed("spider_wrong_half", kSpider, "errorFraction", "0.5", "invalid-value",
              "between 0 and 1/2"),
      changed("spider_without_budget", kSpider, "rho", "0", "invalid-budget", "greater than 0"),
      changed("spider_added_record", kSpider, "neighbours", "\"add-remove\"", "invalid-value",
              "\"zero-out\""),
      changed(
          "spider_too_long",
          write_json(with(with(*parse_json(kSpider), "klExponent", "1"), "samples", "1e9")).c_str(),
          "rho", "1e9", "limit-exceeded", "gradient passes", "maxTotalSteps"),
      changed("spider_too_many_rounds",
              R"({"query":"kl-spider-plan","klExponent":2,"klConstant":1,"initialGap":0.5,
                  "lipschitz":0.001,"smoothness":1,"samples":1000000000,"dimension":10,"rho":1})",
              "klConstant", "1000", "limit-exceeded", "rounds"),
      changed("target_without_either", kTarget, "targetGap", "0", "invalid-value",
              "greater than 0"),
      changed("target_with_both", kTarget, "rho", "1", "conflicting-fields", "leave one of them"),
      {"target_with_none", write_json(without(*parse_json(kTarget), "samples")), "missing-field",
       "rho", "number of records"},
      changed("proximal_below_two", kProximal, "klExponent", "1.5", "invalid-value", "at least 2"),
      changed("proximal_without_weight",
              write_json(with(*parse_json(kProximal), "mode", "\"paper\"")).c_str(),
              "weakConvexity", "0", "invalid-value", "\"growing-weight\" accepts 0"),
      changed("one_inner_iteration", kProximal, "maxInnerIterations", "1", "invalid-value",
              "at least 2"),
      changed("adaptive_few_records",
              write_json(with(*parse_json(kAdaptive), "rho", "1e-4")).c_str(), "samples", "99",
              "invalid-value", "at least 100 records"),
      changed("adaptive_hopeless", write_json(with(*parse_json(kAdaptive), "rho", "1e-8")).c_str(),
              "samples", "1", "invalid-budget", "n*sqrt(rho)", "rho"),
      changed("conversion_of_lojasiewicz",
              write_json(with(*parse_json(kConversion), "exponent", "1.5")).c_str(), "form",
              "\"lojasiewicz\"", "invalid-value", "at least 1", "exponent"),
      changed("conversion_of_sharp_growth",
              write_json(with(*parse_json(kConversion), "exponent", "1")).c_str(), "form",
              "\"growth\"", "invalid-value", "above 1", "exponent"),
      changed("conversion_of_pl", kConversion, "form", "\"pl\"", "unsupported-option", "has none",
              "exponent"),
      changed("conversion_without_gap", kConversion, "form", "\"sharp\"", "missing-field",
              "up to a gap", "initialGap"),
      changed("weaker_without_bound", kConversion, "weakerExponent", "1", "missing-field",
              "weaker exponent", "lipschitz"),
      changed("stronger", write_json(with(*parse_json(kConversion), "lipschitz", "1")).c_str(),
              "weakerExponent", "3", "invalid-value", "smaller exponent"),
      changed("unknown_function", kBias, "function", "\"kink\"", "invalid-value",
              "Did you mean \"kinked\"?"),
      changed("weight_above_one", kBias, "weight", "1.5", "invalid-value", "at most 1"),
      changed("minimizer_below_zero", kBias, "minimizer", "-0.1", "invalid-value", "at least 0"),
      changed("curvature_beyond_all", kBias, "curvature", "2000", "invalid-value", "at most 1000"),
      changed("one_vertex", kBias, "vertices", "1", "invalid-value", "at least 2"),
      changed("half_a_level", kBias, "maxLevel", "2.5", "invalid-value", "whole number"),
      changed("many_levels", kBias, "maxLevel", "15", "invalid-value", "at most 14"),
      {"levels_without_records", R"({"query":"level-schedule"})", "missing-field", "samples",
       "required"},
      changed("levels_of_few_records", kLevels, "samples", "7", "invalid-value",
              "level budget is U"),
      changed("levels_of_no_budget", kLevels, "epsilon", "1e-6", "invalid-budget",
              "level budget is U"),
      changed("levels_of_delta_one", kLevels, "delta", "1", "invalid-budget", ""),
      changed("levels_printed_for_much",
              write_json(with(*parse_json(kLevels), "calibration", "\"paper\"")).c_str(), "epsilon",
              "200", "no-certificate", "8 ln(1/delta)"),
      changed("budget_below_a_level",
              write_json(with(*parse_json(kLevels), "maxLevel", "5")).c_str(), "levelBudget", "31",
              "invalid-value", "at least 2^maxLevel"),
      changed("levels_that_need_more",
              write_json(with(*parse_json(kLevels), "batchDivisor", "0.001")).c_str(),
              "levelBudget", "1000", "invalid-value", "needs more than 100000 records", "samples"),
      changed("levels_without_end", write_json(with(*parse_json(kLevels), "seeds", "2000")).c_str(),
              "levelBudget", "40000", "limit-exceeded", "use fewer seeds", "seeds"),
      changed("no_seed", kLevels, "seed", "0", "invalid-value", "at least 1"),
      changed("many_seeds", kLevels, "seeds", "2001", "invalid-value", "at most 2000"),
      changed("one_vertex_of_y", kLevels, "dualVertices", "1", "invalid-value", "at least 2"),
      changed("division_overflows", kDivision, "stepSize", "1e12", "diverged", "diverges"),
  };
}

class BadTheoryQueries : public ::testing::TestWithParam<BadQuery> {};

TEST_P(BadTheoryQueries, AreRefusedWithCodeFieldAndMessage) {
  const BadQuery& bad = GetParam();
  const Result<std::string> answer = theory(bad.query);
  ASSERT_FALSE(answer) << *answer;
  const Error& error = answer.error();
  EXPECT_EQ(code_text(error.code), bad.code) << error.message;
  EXPECT_EQ(error.field, bad.field) << error.message;
  EXPECT_THAT(error.message, HasSubstr(bad.message));
}

INSTANTIATE_TEST_SUITE_P(Theory, BadTheoryQueries, ::testing::ValuesIn(bad_queries()),
                         [](const auto& info) { return info.param.name; });

TEST(TheoryQueries, AreAnsweredAsTheyStandHere) {
  for (const char* query : {kLab, kMap, kCertificate, kHorizon, kFigure1, kFigure2, kDivision,
                            kContraction, kBounds, kTables, kNoise, kWidth, kSpider, kTarget,
                            kProximal, kAdaptive, kConversion, kBias, kLevels}) {
    EXPECT_TRUE(theory(query)) << query;
  }
}

TEST(TheoryQueries, StandInTheCatalogueWithTheirFields) {
  const Json list = testing::at_path(*parse_json(catalogue(), {.members = 4096}), "theoryQueries");
  ASSERT_EQ(list.size(), theory_queries().size());
  EXPECT_EQ(testing::at_path(list, "0.query"), Json("quadratic-lab"));
  EXPECT_EQ(testing::at_path(list, "0.parameters.0.choices.1"), Json("heavy-ball"));
  EXPECT_EQ(testing::at_path(list, "2.parameters.5.type"), Json("block"));
  EXPECT_EQ(testing::at_path(list, "2.parameters.6.name"), Json("bound.iterations"));
}

TEST(TheoryQueries, WriteNoNumberThatJsonDoesNotHave) {
  for (const std::string query :
       {R"({"query":"quadratic-lab","method":"heavy-ball","eigenvalues":[1e-12,1e12],
            "start":[1e12,1e12],"stepSize":1e12,"momentum":0.9,"noiseVariance":1e12,
            "iterations":300})",
        R"({"query":"stability-map","method":"nesterov","strongConvexity":1e-300,
            "smoothness":1e12,"steps":[1e12,1e-300],"momenta":[0,0.999999]})",
        R"({"query":"figure-1","preset":"corrected","stepSize":1,"noisePerIteration":0,
            "iterations":10000})",
        R"({"query":"lmi-certificate","strongConvexity":1e-300,"smoothness":1e12,
            "stepSize":1e-300,"momentum":0.999999,
            "bound":{"iterations":1000000000,"squaredDistance":1e12,"initialGap":1e12,
                     "noiseTrace":1e12}})",
        R"({"query":"kl-spider-plan","klExponent":1,"klConstant":1e-300,"initialGap":1e12,
            "lipschitz":1e12,"smoothness":1e-300,"samples":1,"dimension":1,"rho":1e12})",
        R"({"query":"kl-spider-plan","mode":"paper","klExponent":1.5,"klConstant":1e-200,
            "initialGap":1e-300,"lipschitz":1e-300,"smoothness":1e-300,"samples":1000000000,
            "dimension":1000000,"rho":1e-300})",
        R"({"query":"kl-proximal-plan","klExponent":1e12,"klConstant":1e-300,"initialGap":1e12,
            "lipschitz":1e12,"weakConvexity":0,"samples":1,"dimension":1,"rho":1e12})",
        R"({"query":"kl-adaptive-bound","klExponent":1,"klConstant":1e12,"initialGap":1e12,
            "lipschitz":1e12,"smoothness":1e-300,"samples":1000000000,"dimension":1,"rho":1e12,
            "maxNormQueries":1})",
        R"({"query":"kl-conversions","form":"kl","constant":1e12,"exponent":1e12,
            "initialGap":1e12,"lipschitz":1e12})",
        R"({"query":"bias-variance","function":"kinked","curvature":1000,"minimizer":1,"weight":0,
            "vertices":1000000,"maxLevel":14})",
        R"({"query":"bias-variance","curvature":1000,"minimizer":0,"weight":1})",
        R"({"query":"level-schedule","samples":1000000000,"epsilon":1e12,"delta":1e-300,
            "lipschitz":1e-6,"smoothness":1e6,"hessianLipschitz":1e6,"levelBudget":1,"maxLevel":0,
            "momentFactor":1e-6})",
        R"({"query":"level-schedule","samples":1000000000,"epsilon":1e12,"delta":1e-300,
            "lipschitz":1e6,"smoothness":0,"hessianLipschitz":0,"levelBudget":3000,"maxLevel":11,
            "momentFactor":1e-6,"seeds":1})"}) {
    const auto answer = theory(query);
    ASSERT_TRUE(answer) << answer.error().field << ": " << answer.error().message;
    EXPECT_TRUE(parse_json(*answer, {.bytes = std::size_t{1} << 28})) << *answer;
  }
}

TEST(TheoryQueries, TheLargestOnesAreAnsweredSoon) {
  const std::string modes = numbers(100, "0.5");
  const std::string lab = R"({"query":"quadratic-lab","method":"heavy-ball","eigenvalues":)" +
                          modes + R"(,"start":)" + modes +
                          R"(,"stepSize":0.5,"momentum":0.3,"iterations":100000})";
  const std::string map = R"({"query":"stability-map","method":"nesterov","strongConvexity":0.1,
    "smoothness":1,"steps":)" +
                          numbers(200, "0.1") + R"(,"momenta":)" + numbers(200, "0.5") +
                          R"(,"eigenvalues":)" + numbers(250, "0.5") + "}";
  const Json horizon = with(with(*parse_json(kHorizon), "iterations", "100000"), "epsilon", "1e9");
  const Json noise =
      with(with(*parse_json(kNoise), "samples", "1000000000"), "innerSteps", "1000000000");
  const std::string batches =
      "[1,3,10,30,100,300,1000,3000,10000,30000,100000,300000,1000000,3000000,10000000,30000000,"
      "100000000,300000000,999999999,1000000000]";
  const Json tables = with(with(*parse_json(kTables), "samples", "1000000000"), "epsilon", "0.01");
  for (const std::string& query :
       {lab, map, write_json(with(horizon, "batchSize", "10")),
        write_json(with(noise, "batchSizes", batches)), write_json(tables),
        write_json(with(with(*parse_json(kSpider), "samples", "1e9"), "klConstant", "100")),
        write_json(with(with(*parse_json(kSpider), "klExponent", "1.2"), "samples", "1e8")),
        write_json(with(with(with(*parse_json(kProximal), "samples", "1e9"), "klConstant", "1e4"),
                        "maxInnerIterations", "1e15")),
        std::string(R"({"query":"bias-variance","weight":0.5,"maxLevel":14})"),
        std::string(R"({"query":"level-schedule","samples":1000000000,"levelBudget":2000,
                        "maxLevel":0,"seeds":1990})")}) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(theory(query));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(seconds.count(), 10) << query.substr(0, 30);
  }
}

}  // namespace
}  // namespace noisy
