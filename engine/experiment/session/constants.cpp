#include <cmath>

#include "engine/experiment/plan/private_constants.h"
#include "engine/experiment/session/engine_session.h"
#include "engine/statement/write/promise.h"

namespace noisy {
namespace {

/// The estimates are releases of their own, beside runs whose budget is in the same unit.
Result<void> check_settings(const Experiment& experiment) {
  if (experiment.privacy.notion != Notion::zcdp) {
    return fail(ErrorCode::unsupported_option, "privacy.notion",
                "estimates are counted in rho, and added to that of a run: use \"zcdp\"");
  }
  if (experiment.privacy.neighbours != Neighbours::replace_one) {
    return fail(ErrorCode::unsupported_option, "privacy.neighbours",
                "estimates are counted for records that are replaced, and so must a run be that "
                "they are added to: use \"replace-one\"");
  }
  if (!experiment.sweep.empty()) {
    return fail(ErrorCode::unsupported_option, "sweep",
                "estimates are of one setting, and added to what a run of it costs: leave it out");
  }
  if (experiment.run.release == ReleaseKind::hardened) {
    return fail(ErrorCode::unsupported_option, "run.randomness.release",
                "estimates have no hardened form, because nothing is proven of the rounding of "
                "eigenvalues: use \"floating\"");
  }
  for (std::size_t i = 0; i < experiment.algorithms.size(); ++i) {
    if (!experiment.algorithms[i].parameters.has("start")) continue;
    return fail(ErrorCode::unsupported_option,
                "algorithms[" + std::to_string(i) + "].parameters.start",
                "the gap is estimated where runs begin that are told nothing: leave it out");
  }
  return {};
}

Json release_json(const std::string& of, const std::string& sensitivity,
                  const NumberRelease& release, const NoisyBound& bound) {
  return Json::object(
      {{"of", of},
       {"sensitivity",
        Json::object({{"value", release.range / static_cast<double>(release.samples)},
                      {"text", sensitivity}})},
       {"noise", Json::object({{"mechanism", "gaussian"}, {"scale", bound.scale}})},
       {"cost", Json::object({{"unit", "rho"}, {"value", release.rho}})},
       {"released", bound.released},
       {"bound", bound.bound},
       {"failure", release.failure}});
}

std::string eigenvalue_text(Index rank, Index dimension) {
  if (rank == dimension) return "least eigenvalue of the mean of u u'";
  return "eigenvalue of the mean of u u' that is number " + std::to_string(rank) +
         " from the largest on, the least that need not be 0";
}

/// What the constant rests on beside the releases.
std::string rank_text(const ConstantsRequest& request, const PrivateConstants& found) {
  if (request.rank == 0 || found.rank < request.rank) return "";
  return " That the records' features lie in a space of no more than " +
         std::to_string(found.rank) +
         " dimensions is stated, not found: klConstant rests on it, and privacy does not.";
}

std::string statement_text(const ConstantsRequest& request, double of_run) {
  const std::string each = number_text(of_run);
  return "Two numbers with Gaussian noise are released, for neighbours that differ in one record. "
         "Together they are " +
         number_text(request.rho) + "-zCDP, and with one run that costs the budget of " + each +
         " they are " + number_text(request.rho + of_run) +
         "-zCDP: costs add up, also where the run's plan rests on the estimates. Every further run "
         "adds its own " +
         each + ". The arithmetic is floating-point: what its last bits tell is not counted.";
}

Json privacy_json(const PrivateConstants& found, const ConstantsRequest& request, Index dimension,
                  double of_run) {
  return Json::object(
      {{"notion", "zcdp"},
       {"neighbours", "replace-one"},
       {"rho", request.rho},
       {"rhoWithOneRun", request.rho + of_run},
       {"releases",
        Json::array({release_json(eigenvalue_text(found.rank, dimension),
                                  "X^2 / n, X the enforced bound on a row's length",
                                  found.eigenvalue_release, found.eigenvalue),
                     release_json("mean loss where runs begin",
                                  "V / n, V the largest loss of a record there by enforced bounds",
                                  found.value_release, found.value)})},
       {"statement", statement_text(request, of_run) + rank_text(request, found)}});
}

/// What can be put into the file as problem.constants.
Json constants_json(const PrivateConstants& found) {
  Json constants = Json::object({{"initialGap", found.initial_gap}});
  if (found.pl_constant > 0) {
    constants.set("klConstant", found.kl_constant());
    constants.set("klExponent", 2);
  }
  return constants;
}

}  // namespace

Result<std::string> EngineSession::constants(double rho, double failure, Index rank, int threads) {
  if (auto checked = check_settings(experiment_); !checked) {
    return std::unexpected(checked.error());
  }
  auto objective = first_objective();
  if (!objective) return std::unexpected(std::move(objective.error()));
  const bool is_secure = experiment_.run.randomness == Randomness::secure;
  const auto streams = is_secure ? StreamFactory::secure()
                                 : StreamFactory::reproducible({.seed = experiment_.run.seed,
                                                                .algorithm = "private-constants"});
  if (!streams) return std::unexpected(streams.error());
  const ConstantsRequest request{.rho = rho, .failure = failure, .rank = rank};
  const auto found =
      private_constants(**objective, request, *streams, *workspace_->threads(threads));
  if (!found) return std::unexpected(found.error());
  Json out = Json::object({{"constants", constants_json(*found)},
                           {"privacy", privacy_json(*found, request, (*objective)->sum->dimension(),
                                                    *experiment_.privacy.rho)}});
  if (is_secure) return write_json(out);
  out.set("reason", "reproducible randomness: the noise is predictable");
  return write_json(Json::object({{kNonPrivateKey, std::move(out)}}));
}

}  // namespace noisy
