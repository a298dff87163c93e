#include "engine/solver/base/block.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/solver/base/condition_number.h"

namespace noisy {
namespace {

Result<void> check_weight(double weight, const char* field) {
  if (weight > 0 && std::isfinite(weight)) return {};
  return fail(ErrorCode::invalid_value, field,
              "strong convexity modulus must be positive (add a regularizer)");
}

/// Projects the coordinates from `first` on.
void project_part(const Domain& domain, Vector& z, Index first, Index size) {
  if (domain.kind == Domain::Kind::all) return;
  Vector part = z.segment(first, size);
  domain.project(part);
  z.segment(first, size) = part;
}

bool part_contains(const Domain& domain, const Vector& z, Index first, Index size) {
  return domain.contains(z.segment(first, size));
}

}  // namespace

Block::Block(const ComponentSum& sum, BlockTerms terms)
    : sum_(&sum),
      terms_(std::move(terms)),
      condition_number_(
          weighted_condition(sum.smoothness(), terms_.primal_weight, terms_.dual_weight)) {}

Result<Block> Block::make(const ComponentSum& sum, BlockTerms terms) {
  if (!sum.is_saddle()) terms.dual_weight = terms.primal_weight;
  const Index d = sum.dimension();
  if (terms.centre.size() != d || (terms.start.size() != d && terms.start.size() != 0)) {
    return fail(ErrorCode::invalid_value, "start",
                "centre and start need " + std::to_string(d) + " coordinates");
  }
  if (auto ok = check_weight(terms.primal_weight, "primalWeight"); !ok) {
    return std::unexpected(ok.error());
  }
  if (auto ok = check_weight(terms.dual_weight, "dualWeight"); !ok) {
    return std::unexpected(ok.error());
  }
  if (!std::isfinite(sum.smoothness().joint)) {
    return fail(ErrorCode::invalid_value, "smoothness", "base solvers need a smooth loss");
  }
  const bool has_projections = terms.primal_domain.has_projection() &&
                               (!sum.is_saddle() || terms.dual_domain.has_projection());
  if (!has_projections) {
    return fail(ErrorCode::invalid_value, "domain", "base solvers need a domain with a projection");
  }
  const Index d_x = sum.primal_dimension();
  if (terms.start.size() == 0) {
    terms.start = terms.centre;
    project_part(terms.primal_domain, terms.start, 0, d_x);
    if (sum.is_saddle()) project_part(terms.dual_domain, terms.start, d_x, sum.dual_dimension());
  }
  const bool is_inside = terms.start.allFinite() &&
                         part_contains(terms.primal_domain, terms.start, 0, d_x) &&
                         (!sum.is_saddle() ||
                          part_contains(terms.dual_domain, terms.start, d_x, sum.dual_dimension()));
  if (!is_inside) {
    return fail(ErrorCode::invalid_value, "start", "initial point lies outside the domain");
  }
  return Block(sum, std::move(terms));
}

Block Block::with_start(Vector start) const {
  Block out = *this;
  out.terms_.start = std::move(start);
  return out;
}

bool Block::is_unconstrained() const {
  return terms_.primal_domain.kind == Domain::Kind::all &&
         (!is_saddle() || terms_.dual_domain.kind == Domain::Kind::all);
}

double Block::norm(const Vector& v) const {
  const Index d_x = sum_->primal_dimension();
  const auto all = math::view(v);
  const auto split = static_cast<std::size_t>(d_x);
  return std::sqrt(terms_.primal_weight * math::squared_norm(all.first(split)) +
                   terms_.dual_weight * math::squared_norm(all.subspan(split)));
}

double Block::dual_norm(const Vector& v) const {
  const auto all = math::view(v);
  const auto split = static_cast<std::size_t>(sum_->primal_dimension());
  return std::sqrt(math::squared_norm(all.first(split)) / terms_.primal_weight +
                   math::squared_norm(all.subspan(split)) / terms_.dual_weight);
}

void Block::project(Vector& z) const {
  if (!is_saddle()) {
    terms_.primal_domain.project(z);
    return;
  }
  const Index d_x = sum_->primal_dimension();
  project_part(terms_.primal_domain, z, 0, d_x);
  project_part(terms_.dual_domain, z, d_x, sum_->dual_dimension());
}

void Block::prox(Vector& z, double eta) const {
  z = (z + eta * terms_.centre) / (1 + eta);
  project(z);
}

void Block::descend(Vector& z, const Vector& v, double eta) const {
  const Index d_x = sum_->primal_dimension();
  z.head(d_x) -= (eta / terms_.primal_weight) * v.head(d_x);
  z.tail(sum_->dual_dimension()) -= (eta / terms_.dual_weight) * v.tail(sum_->dual_dimension());
}

void Block::step(Vector& z, const Vector& v, double eta) const {
  descend(z, v, eta);
  prox(z, eta);
}

double Block::step_residual(const Vector& moved, double eta, const Vector& change) const {
  const Index d_x = sum_->primal_dimension();
  const Index d_y = sum_->dual_dimension();
  Vector w = change;
  w.head(d_x) += (terms_.primal_weight / eta) * moved.head(d_x);
  w.tail(d_y) += (terms_.dual_weight / eta) * moved.tail(d_y);
  return dual_norm(w);
}

void Block::add_regularizer(const Vector& z, const Vector& a, Vector& out) const {
  const Index d_x = sum_->primal_dimension();
  const Index d_y = sum_->dual_dimension();
  out = a;
  out.head(d_x) += terms_.primal_weight * (z - terms_.centre).head(d_x);
  out.tail(d_y) += terms_.dual_weight * (z - terms_.centre).tail(d_y);
}

}  // namespace noisy
