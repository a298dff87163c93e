#include <gtest/gtest.h>

#include "engine/question/account/account.h"

namespace noisy {
namespace {

struct BadQuery {
  const char* text;
  ErrorCode code;
  const char* field;
};

class BadQueries : public ::testing::TestWithParam<BadQuery> {};

TEST_P(BadQueries, AreRefusedWithCodeFieldAndWhatToDo) {
  const auto answer = account(GetParam().text);
  ASSERT_FALSE(answer) << GetParam().text;
  EXPECT_EQ(code_text(answer.error().code), code_text(GetParam().code)) << GetParam().text;
  EXPECT_EQ(answer.error().field, GetParam().field) << GetParam().text;
  EXPECT_GE(answer.error().message.size(), 15u);
}

#define GAUSSIAN(rest) R"({"query":"gaussian-epsilon","noiseMultiplier":1,"delta":1e-5,)" rest "}"
#define REDUCED(rest) R"({"query":"variance-reduced-epsilon","samples":100,"steps":50,)" rest "}"
#define RDP(rest) R"({"query":"rdp-sampled-gaussian",)" rest "}"

INSTANTIATE_TEST_SUITE_P(
    Account, BadQueries,
    ::testing::Values(
        BadQuery{"[1]", ErrorCode::invalid_type, ""},
        BadQuery{"{", ErrorCode::invalid_json, "line 1, column 2"},
        BadQuery{"{}", ErrorCode::missing_field, "query"},
        BadQuery{R"({"query":"gaussian-epsilom"})", ErrorCode::unknown_name, "query"},
        BadQuery{R"({"query":"gaussian-epsilon","noiseMultiplier":-1,"delta":1e-5})",
                 ErrorCode::invalid_value, "noiseMultiplier"},
        BadQuery{R"({"query":"gaussian-epsilon","noiseMultiplier":0,"delta":1e-5})",
                 ErrorCode::invalid_value, "noiseMultiplier"},
        BadQuery{R"({"query":"gaussian-epsilon","delta":1e-5})", ErrorCode::missing_field,
                 "noiseMultiplier"},
        BadQuery{R"({"query":"gaussian-epsilon","noiseMultiplier":1})", ErrorCode::missing_field,
                 "delta"},
        BadQuery{R"({"query":"gaussian-epsilon","noiseMultiplier":1,"delta":0})",
                 ErrorCode::invalid_budget, "delta"},
        BadQuery{R"({"query":"gaussian-epsilon","noiseMultiplier":1,"delta":1.5})",
                 ErrorCode::invalid_budget, "delta"},
        BadQuery{R"({"query":"gaussian-epsilon","noiseMultiplier":"1","delta":0.1})",
                 ErrorCode::invalid_type, "noiseMultiplier"},
        BadQuery{GAUSSIAN(R"("samplingRate":2)"), ErrorCode::invalid_value, "samplingRate"},
        BadQuery{GAUSSIAN(R"("steps":1.5)"), ErrorCode::invalid_value, "steps"},
        BadQuery{GAUSSIAN(R"("steps":0)"), ErrorCode::invalid_value, "steps"},
        BadQuery{GAUSSIAN(R"("stesp":2)"), ErrorCode::unknown_field, "stesp"},
        BadQuery{GAUSSIAN(R"("epsilon":1)"), ErrorCode::conflicting_fields, "epsilon"},
        BadQuery{GAUSSIAN(R"("orders":[2])"), ErrorCode::conflicting_fields, "orders"},
        BadQuery{GAUSSIAN(R"("orders":[1],"accountant":"rdp")"), ErrorCode::invalid_value,
                 "orders.0"},
        BadQuery{GAUSSIAN(R"("accountant":"moments")"), ErrorCode::invalid_value, "accountant"},
        BadQuery{GAUSSIAN(R"("accountant":"pure")"), ErrorCode::unsupported_option, "accountant"},
        BadQuery{GAUSSIAN(R"("accountant":"zcdp","samplingRate":0.1)"),
                 ErrorCode::unsupported_option, "accountant"},
        BadQuery{GAUSSIAN(R"("accountant":"analytic","samplingRate":0.1,"steps":2)"),
                 ErrorCode::unsupported_option, "accountant"},
        BadQuery{GAUSSIAN(R"("neighbours":"add-remove","sampling":"without-replacement",)"
                          R"("samplingRate":0.1)"),
                 ErrorCode::unsupported_neighbours, "neighbours"},
        BadQuery{GAUSSIAN(R"("neighbours":"zero-out","sampling":"without-replacement",)"
                          R"("samplingRate":0.1)"),
                 ErrorCode::unsupported_neighbours, "neighbours"},
        BadQuery{REDUCED(R"("noise":1,"delta":1e-5,"batchSize":101)"), ErrorCode::invalid_value,
                 "batchSize"},
        BadQuery{REDUCED(R"("noise":0,"delta":1e-5,"batchSize":1)"), ErrorCode::invalid_value,
                 "noise"},
        BadQuery{REDUCED(R"("noise":1,"delta":1,"batchSize":1)"), ErrorCode::invalid_budget,
                 "delta"},
        BadQuery{REDUCED(R"("noise":1,"delta":1e-5,"batchSize":1,"anchoredSteps":51)"),
                 ErrorCode::invalid_value, "anchoredSteps"},
        BadQuery{REDUCED(R"("delta":1e-5,"batchSize":1)"), ErrorCode::missing_field, "noise"},
        BadQuery{REDUCED(R"("noise":1,"delta":1e-5)"), ErrorCode::missing_field, "batchSize"},
        BadQuery{R"({"query":"variance-reduced-noise","samples":9,"batchSize":1,"steps":5,)"
                 R"("epsilon":1,"delta":1e-5,"noiseConstant":8})",
                 ErrorCode::conflicting_fields, "noiseConstant"},
        BadQuery{R"({"query":"variance-reduced-noise","samples":1000000,"batchSize":1,"steps":1,)"
                 R"("epsilon":1,"delta":1e-3,"calibration":"advanced"})",
                 ErrorCode::no_certificate, "batchSize"},
        BadQuery{R"({"query":"variance-reduced-batch","samples":9,"batchSize":1,"steps":5,)"
                 R"("epsilon":1,"delta":1e-5})",
                 ErrorCode::conflicting_fields, "batchSize"},
        BadQuery{R"({"query":"gaussian-noise","epsilon":0,"delta":1e-5})",
                 ErrorCode::invalid_budget, "epsilon"},
        BadQuery{R"({"query":"gaussian-noise","epsilon":1,"delta":0})", ErrorCode::invalid_budget,
                 "delta"},
        BadQuery{R"({"query":"gaussian-delta","noiseMultiplier":1,"epsilon":-1,)"
                 R"("accountant":"rdp"})",
                 ErrorCode::invalid_budget, "epsilon"},
        BadQuery{RDP(R"("noiseMultiplier":1,"order":1)"), ErrorCode::invalid_value, "order"},
        BadQuery{RDP(R"("noiseMultiplier":1)"), ErrorCode::missing_field, "order"},
        BadQuery{RDP(R"("noiseMultiplier":1,"order":2,"samplingRate":-0.1)"),
                 ErrorCode::invalid_value, "samplingRate"},
        BadQuery{R"({"query":"zcdp-to-epsilon","rho":-1,"delta":1e-5})", ErrorCode::invalid_budget,
                 "rho"},
        BadQuery{R"({"query":"zcdp-to-epsilon","rho":1,"delta":0})", ErrorCode::invalid_budget,
                 "delta"},
        BadQuery{R"({"query":"zcdp-to-epsilon","rho":1,"delta":0.1,"conversion":"best"})",
                 ErrorCode::invalid_value, "conversion"},
        BadQuery{R"({"query":"laplace-epsilon","scale":-2})", ErrorCode::invalid_value, "scale"},
        BadQuery{R"({"query":"laplace-epsilon"})", ErrorCode::missing_field, "scale"},
        BadQuery{R"({"query":"laplace-epsilon","scale":1,"steps":2,"delta":0.1,)"
                 R"("accountant":"analytic"})",
                 ErrorCode::unsupported_option, "accountant"},
        BadQuery{R"({"query":"compose","mechanisms":[]})", ErrorCode::invalid_value, "mechanisms"},
        BadQuery{R"({"query":"compose","mechanisms":[{"delta":0.1}]})", ErrorCode::missing_field,
                 "mechanisms.0.epsilon"},
        BadQuery{R"({"query":"compose","mechanisms":[{"epsilon":-1}]})", ErrorCode::invalid_budget,
                 "mechanisms.0.epsilon"},
        BadQuery{R"({"query":"compose","mechanisms":[{"epsilon":1},{"epsilon":2}],)"
                 R"("method":"optimal"})",
                 ErrorCode::unsupported_option, "method"},
        BadQuery{R"({"query":"compose","mechanisms":[{"epsilon":1,"delta":0.01,"count":30}],)"
                 R"("totalDelta":0.26})",
                 ErrorCode::invalid_budget, "totalDelta"},
        BadQuery{R"({"query":"compose","mechanisms":[{"epsilon":1}],"totalDelta":0.2,"delta":0.1})",
                 ErrorCode::conflicting_fields, "totalDelta"},
        BadQuery{R"({"query":"exponential-epsilon","draws":3})", ErrorCode::missing_field,
                 "scoreScale"},
        BadQuery{R"({"query":"exponential-epsilon","epsilonPerDraw":1,"scoreScale":1})",
                 ErrorCode::conflicting_fields, "scoreScale"},
        BadQuery{R"({"query":"calibrate","find":"steps","epsilon":1,"delta":1e-5})",
                 ErrorCode::missing_field, "noiseMultiplier"},
        BadQuery{R"({"query":"calibrate","find":"steps","epsilon":1,"delta":1e-5,"steps":3,)"
                 R"("noiseMultiplier":1})",
                 ErrorCode::conflicting_fields, "steps"},
        BadQuery{R"({"query":"filter","notion":"pure","requests":[1]})", ErrorCode::missing_field,
                 "epsilon"},
        BadQuery{R"({"query":"filter","notion":"zcdp","rho":1,"requests":[-1]})",
                 ErrorCode::invalid_budget, "requests.0"},
        BadQuery{R"({"query":"rdp-mechanism","mechanism":"laplace","order":2})",
                 ErrorCode::missing_field, "epsilon"}));

TEST(Account, EveryQueryHasANameThatIsKnown) {
  EXPECT_GE(account_queries().size(), 20u);
  for (const std::string_view name : account_queries()) {
    const auto answer = account("{\"query\":\"" + std::string(name) + "\"}");
    ASSERT_FALSE(answer) << name;
    EXPECT_EQ(answer.error().code, ErrorCode::missing_field) << name;
  }
}

}  // namespace
}  // namespace noisy
