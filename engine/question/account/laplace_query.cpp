#include <cmath>

#include "engine/question/account/query.h"
#include "engine/question/account/releases_query.h"

namespace noisy {
namespace {

struct LaplaceQuery : ReleasesQuery {
  double epsilon = 0.0;
  double scale = 0.0;
  double sensitivity = 1.0;
};

const std::vector<Field<LaplaceQuery>>& fields() {
  static const std::vector<Field<LaplaceQuery>> kFields = [] {
    std::vector<Field<LaplaceQuery>> out = releases_fields<LaplaceQuery>();
    out.push_back({optional(positive_field("scale", "b: the mean size of the noise")),
                   &store<&LaplaceQuery::scale>});
    out.push_back({optional(positive_field("sensitivity", "L1 sensitivity"), "1"),
                   &store<&LaplaceQuery::sensitivity>});
    out.push_back({optional(number_field("epsilon", "the target", -kLargestNumber)),
                   &store<&LaplaceQuery::epsilon, ErrorCode::invalid_budget>});
    return out;
  }();
  return kFields;
}

Result<LaplaceQuery> read(const Json& query, std::string_view name) {
  const std::string_view answer_field = name == "laplace-epsilon" ? "epsilon"
                                        : name == "laplace-delta" ? "delta"
                                                                  : "scale";
  if (auto refused = refuse_answer(query, answer_field); !refused)
    return std::unexpected(refused.error());
  LaplaceQuery out;
  out.releases.mechanism = Mechanism::laplace;
  if (auto done = read_fields(query, "", fields(), out); !done)
    return std::unexpected(done.error());
  if (auto settled = settle(out); !settled) return std::unexpected(settled.error());
  const std::pair<std::string_view, std::string_view> needed[] = {{"scale", "b of the noise"},
                                                                  {"epsilon", "the target"}};
  for (const auto& [field, title] : needed) {
    if (field == answer_field || (field == "epsilon" && name == "laplace-epsilon")) continue;
    if (auto present = require_field(query, field, title); !present)
      return std::unexpected(present.error());
  }
  if (out.scale > 0) out.releases.noise_multiplier = out.scale / out.sensitivity;
  return out;
}

Result<Json> answer_noise(const LaplaceQuery& query) {
  const auto multiplier =
      least_noise(query.releases, query.accountant, {query.epsilon, query.delta});
  if (!multiplier) return std::unexpected(multiplier.error());
  Releases at = query.releases;
  if (*multiplier == 0)
    return answer(0.0, "no release sees the record with a probability above delta", kExact);
  at.noise_multiplier = *multiplier;
  const auto reached = releases_epsilon(at, query.accountant, query.delta);
  if (!reached) return std::unexpected(reached.error());
  const double scale = *multiplier * query.sensitivity;
  Json out = answer(scale, method_text(at, *reached), reached->is_exact ? kExact : kUpper);
  out.set("epsilon", reached->value);
  return out;
}

}  // namespace

Result<Json> answer_laplace(const Json& query, std::string_view name) {
  const Result<LaplaceQuery> asked = read(query, name);
  if (!asked) return std::unexpected(asked.error());
  if (name == "laplace-noise") return answer_noise(*asked);
  const Releases releases = for_one_answer(asked->releases);
  const auto value = name == "laplace-epsilon"
                         ? releases_epsilon(releases, asked->accountant, asked->delta)
                         : releases_delta(releases, asked->accountant, asked->epsilon);
  if (!value) return std::unexpected(value.error());
  return accounted_json(asked->releases, *value);
}

}  // namespace noisy
