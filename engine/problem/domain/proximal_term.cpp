#include "engine/problem/domain/proximal_term.h"

#include <cmath>
#include <limits>
#include <utility>

namespace noisy {

namespace {

using Kind = Regularizer::Kind;
using Set = Domain::Kind;

Result<void> validate(const Regularizer& regularizer) {
  const auto is_strength = [](double value) { return value >= 0 && std::isfinite(value); };
  if (!is_strength(regularizer.strength)) {
    return fail(ErrorCode::invalid_value, "problem.regularizer.strength",
                "must be finite and not negative");
  }
  if (regularizer.kind == Kind::elastic_net && !is_strength(regularizer.l2_strength)) {
    return fail(ErrorCode::invalid_value, "problem.regularizer.l2Strength",
                "must be finite and not negative");
  }
  if (regularizer.kind == Kind::group_l2 && regularizer.group_size < 1) {
    return fail(ErrorCode::invalid_value, "problem.regularizer.groupSize", "must be at least 1");
  }
  return {};
}

/// Whether projecting the regularizer's prox onto the domain is the prox of their sum.
bool is_exact(const Regularizer& regularizer, const Domain& domain) {
  // (1 + eta l) ||x - y / (1 + eta l)||^2 / 2 is what completing the square leaves, on any C.
  if (regularizer.kind == Kind::none || regularizer.kind == Kind::l2) return true;
  const bool l1_like = regularizer.kind == Kind::l1 || regularizer.kind == Kind::elastic_net;
  switch (domain.kind) {
    case Set::all:
      return true;
    case Set::box:
    case Set::nonnegative:
      return l1_like;  // coordinates are problems of their own
    case Set::linf_ball:
      return l1_like || regularizer.kind == Kind::linf;  // both clamp: the smaller threshold wins
    case Set::l2_ball:
      return regularizer.kind != Kind::linf;
    case Set::l1_ball:
      return l1_like;  // soft thresholds add up
    case Set::group_ball:
      return regularizer.kind == Kind::group_l2 && regularizer.group_size == domain.group_size;
    default:
      return false;
  }
}

}  // namespace

ProximalTerm::ProximalTerm(Regularizer regularizer, Domain domain)
    : regularizer_(regularizer), domain_(std::move(domain)) {}

Result<ProximalTerm> ProximalTerm::create(Regularizer regularizer, Domain domain, Index dimension) {
  if (auto valid = validate(regularizer); !valid) return std::unexpected(valid.error());
  if (auto valid = domain.validate(dimension); !valid) return std::unexpected(valid.error());
  if (!domain.has_projection()) {
    return fail(ErrorCode::unsupported_domain, "problem.domain",
                "has no exact projection; use a ball in l1, l2 or l_inf, a box, the simplex, or an "
                "algorithm that works in the domain's own geometry");
  }
  if (!is_exact(regularizer, domain)) {
    return fail(ErrorCode::unsupported_regularizer, "problem.regularizer",
                "has no exact proximal map over this domain; use an l2 regularizer, or leave one "
                "of the two out");
  }
  return ProximalTerm(regularizer, std::move(domain));
}

void ProximalTerm::prox(double step, Vector& x) const {
  regularizer_.prox(step, x);
  domain_.project(x);
}

double ProximalTerm::value(const Vector& x) const {
  if (!domain_.contains(x)) return std::numeric_limits<double>::infinity();
  return regularizer_.value(x);
}

}  // namespace noisy
