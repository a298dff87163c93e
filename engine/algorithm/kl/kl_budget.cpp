#include "engine/algorithm/kl/kl_budget.h"

#include <limits>

#include "engine/privacy/accountant/zcdp.h"
#include "engine/privacy/checks.h"

namespace noisy {
namespace {

Result<void> check_request(const PrivacyRequest& privacy) {
  if (privacy.mechanism.value_or(Mechanism::gaussian) != Mechanism::gaussian) {
    return fail(ErrorCode::unsupported_mechanism, "privacy.mechanism",
                "these methods are counted in zCDP: use \"gaussian\" or \"auto\"");
  }
  const bool is_known =
      privacy.calibration == Calibration::tight ||
      (privacy.calibration == Calibration::zcdp && privacy.notion == Notion::zcdp) ||
      privacy.calibration == Calibration::paper;
  if (!is_known) {
    return fail(ErrorCode::unsupported_option, "privacy.calibration",
                "these methods are calibrated as \"tight\" or, for printed noise, \"paper\"");
  }
  return {};
}

}  // namespace

Result<KlBudget> kl_budget(const PrivacyRequest& privacy, ZcdpConversion of_floating) {
  const ZcdpConversion conversion =
      privacy.release == ReleaseKind::hardened ? ZcdpConversion::optimal : of_floating;
  KlBudget out{
      .rho = std::numeric_limits<double>::infinity(),
      .worth = {.notion = privacy.notion, .delta = privacy.delta, .conversion = conversion}};
  if (privacy.notion == Notion::none) {
    if (privacy.mechanism.value_or(Mechanism::none) == Mechanism::none) return out;
    return fail(ErrorCode::unsupported_mechanism, "privacy.mechanism",
                "without a privacy notion there is no noise: use mechanism auto");
  }
  if (auto checked = check_request(privacy); !checked) return std::unexpected(checked.error());
  if (privacy.notion == Notion::zcdp) {
    if (auto valid = check_budget(privacy.rho, "privacy.rho"); !valid) {
      return std::unexpected(valid.error());
    }
    out.rho = privacy.rho;
    return out;
  }
  if (auto valid = check_budget(privacy.epsilon, "privacy.epsilon"); !valid) {
    return std::unexpected(valid.error());
  }
  if (auto valid = check_delta(privacy.delta); !valid) return std::unexpected(valid.error());
  out.rho = zcdp_rho(privacy.epsilon, privacy.delta, conversion);
  return out;
}

Cost kl_cost(const PrivacyRequest& privacy, double rho) {
  return {.unit = CostUnit::rho, .value = rho, .neighbours = privacy.neighbours};
}

Result<void> check_printed(const PrivacyRequest& privacy) {
  if (privacy.calibration == Calibration::paper || privacy.notion == Notion::none) return {};
  return fail(ErrorCode::unsupported_option, "privacy.calibration",
              "the printed noise does not cost what is asked for: use \"paper\", which states what "
              "it does cost, or leave the printed noise out");
}

Result<void> check_floating(const PrivacyRequest& privacy, std::string_view unproven,
                            std::string_view instead) {
  if (privacy.release != ReleaseKind::hardened || privacy.notion == Notion::none) return {};
  return fail(ErrorCode::unsupported_option, "run.randomness.release",
              std::string(unproven) + " is not proven here: use \"floating\" releases, or " +
                  std::string(instead));
}

}  // namespace noisy
