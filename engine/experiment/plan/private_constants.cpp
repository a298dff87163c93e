#include "engine/experiment/plan/private_constants.h"

#include <algorithm>
#include <cmath>

#include "engine/algorithm/frame/start_point.h"
#include "engine/experiment/plan/initial_gap.h"
#include "engine/problem/symmetric_eigenvalues.h"

namespace noisy {
namespace {

Result<void> check(const Objective& objective, double row, double value) {
  const PipelineFacts& facts = objective.data->facts;
  if (!facts.certified) {
    return fail(ErrorCode::unsupported_option, "data.preprocess",
                "estimates need records whose bounds read no data: " + facts.reasons.front());
  }
  if (objective.record_loss || !objective.linear_loss || !(objective.least_curvature > 0)) {
    return fail(ErrorCode::unsupported_option, "problem.loss",
                "the least eigenvalue of the data says something of the squared loss alone; state "
                "problem.constants, or use a regularizer");
  }
  if (std::isfinite(row) && std::isfinite(value)) return {};
  return fail(ErrorCode::unbounded_sensitivity, "problem",
              "the length of the rows and the size of the targets must be bounded: use "
              "data.preprocess with clip-rows and clamp-target");
}

double mean_loss(const Objective& objective, const Vector& point, math::ThreadPool& pool) {
  double value = 0;
  const PointQuery query{.point = &point, .gradient = nullptr, .value = &value};
  const auto pass = objective.exact->begin_pass({&query, 1});
  while (!pass->advance(pool, math::Deadline::never())) {
  }
  return value;
}

/// lambda_r: of squared losses the mean Hessian is A.
Result<double> eigenvalue_of(Objective& objective, Index rank, math::ThreadPool& pool) {
  const Index d = objective.sum->dimension();
  if (rank == d || d > SpectrumSearch::kMostFeatures) {
    if (auto computed = compute_spectrum(objective, pool); !computed) {
      return std::unexpected(computed.error());
    }
    return objective.spectrum->smallest;
  }
  Eigen::MatrixXd hessian;
  const Vector origin = Vector::Zero(d);
  const auto pass = objective.exact->begin_hessian_pass(origin, hessian);
  if (!pass) {
    return fail(ErrorCode::unsupported_option, "rank",
                "eigenvalues but the least are known of dense records only: store them dense, or "
                "leave the rank out");
  }
  while (!pass->advance(pool, math::Deadline::never())) {
  }
  return symmetric_eigenvalues(std::move(hessian))[static_cast<std::size_t>(rank - 1)];
}

Result<Index> rank_of(const Objective& objective, Index stated) {
  const Index d = objective.sum->dimension();
  if (stated > d) {
    return fail(ErrorCode::invalid_value, "rank",
                "is " + std::to_string(stated) + ", and records of " + std::to_string(d) +
                    " features have a rank of at most that");
  }
  return std::min({stated > 0 ? stated : d, d, objective.sum->samples()});
}

}  // namespace

double PrivateConstants::kl_constant() const {
  return 1 / std::sqrt(2 * pl_constant);
}

Result<PrivateConstants> private_constants(Objective& objective, const ConstantsRequest& request,
                                           const StreamFactory& streams, math::ThreadPool& pool) {
  const auto start = start_point({}, objective.domain, objective.sum->dimension());
  if (!start) return std::unexpected(start.error());
  const double row = objective.data->facts.bounds.l2;
  const double most = largest_loss(objective, *start);
  if (auto checked = check(objective, row, most); !checked) return std::unexpected(checked.error());
  const auto rank = rank_of(objective, request.rank);
  if (!rank) return std::unexpected(rank.error());
  const auto exact = eigenvalue_of(objective, *rank, pool);
  if (!exact) return std::unexpected(exact.error());
  const NumberRelease half{.range = row * row,
                           .samples = objective.sum->samples(),
                           .rho = request.rho / 2,
                           .failure = request.failure / 2};
  PrivateConstants out{.eigenvalue_release = half, .value_release = half, .rank = *rank};
  out.value_release.range = most;
  const auto eigenvalue =
      release_bound(*exact, BoundSide::below, half, streams.stream(StreamPurpose::noise, 0));
  if (!eigenvalue) return std::unexpected(eigenvalue.error());
  const auto value = release_bound(mean_loss(objective, *start, pool), BoundSide::above,
                                   out.value_release, streams.stream(StreamPurpose::noise, 1));
  if (!value) return std::unexpected(value.error());
  out.eigenvalue = *eigenvalue;
  out.value = *value;
  const double of_data = objective.least_curvature * std::max(0.0, eigenvalue->bound);
  const double strength = objective.regularizer.strong_convexity();
  const bool is_full = *rank == objective.sum->dimension();
  out.pl_constant = is_full ? of_data + strength : strength > 0 ? strength : of_data;
  // No larger than what is public; above 0, as a gap has to be.
  const double gap = std::clamp(value->bound, std::min(value->scale, most), most);
  out.initial_gap = gap + objective.regularizer.value(*start);
  return out;
}

}  // namespace noisy
