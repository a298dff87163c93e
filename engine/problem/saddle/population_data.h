#pragma once

#include "engine/data/generator.h"
#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/saddle/auc_population.h"

namespace noisy {

/// Records of a population that is known exactly, where is_population_generator(). Record i depends
/// on the seed and i alone, and none is longer than 1, not even by rounding, but for those of
/// signs.
///
/// - "atoms": independent draws of N fixed atoms (atom_population.h), labels -1 and 1.
/// - "two-classes": AucPopulation with the means +-separation/2 e_1 and the spread `radius`.
/// - "sphere": uniform on the sphere of radius r around shift e_1 (SpherePopulation), targets 0.
/// - "tilted-directions": TiltPopulation with tilt s, targets 0.
/// - "shifted-signs": independent coordinates (shift +- radius) / sqrt(d), either sign with the
/// same
///   probability, targets 0.
/// - "matched-moments": uniform on the sphere of radius r around matched_moments(), targets 0.
/// - "planted-game", "rank-one-game", "rock-paper-scissors", "planted-arm" and "planted-weights":
///   independent signs around sign_means() (draw_signs).
/// - "task-atoms": independent draws of the signs of make_task_atoms(), targets 0.
///
/// @param reserved_features  columns to be added later
/// @param memory_bytes       most that the records may take
/// @error invalid-value at "data." and the parameter; limit-exceeded; out-of-memory
Result<DenseData> draw_population(const SyntheticParameters& parameters, DataLayout layout,
                                  Index reserved_features, double memory_bytes);

/// The atoms, where is_atom_generator(), which all have the same weight.
Result<DenseData> atoms_of(const SyntheticParameters& parameters);

/// The population of "two-classes" as one of the AucLoss with its share and this radius.
AucPopulationParameters class_parameters(const SyntheticParameters& parameters, double radius);

/// The mean of the features, where it has a closed form: of every population but those of atoms,
/// and of bits.
///
/// @error invalid-value at "data." and the parameter
Result<Vector> mean_record(const SyntheticParameters& parameters);

/// Whether the mean of the loss over these generated records' law is known exactly: of atoms
/// always, of all others where the loss is affine in the record, of "two-classes" also for AucLoss
/// with the same share.
bool has_population(const SaddleLoss& loss, const SyntheticParameters& parameters);

/// The same of a loss that is minimized: of "atoms" where it is convex, of "planted-weights" also
/// for least squares, of all where it is linear in the point or the squared distance from the
/// record.
bool has_population(const LossEntry& loss, const ParameterSet& given,
                    const SyntheticParameters& parameters);

/// Whether the loss is that of least squares, and these records' targets are planted ones.
bool has_planted_squares(const LossEntry& loss, const SyntheticParameters& parameters);

}  // namespace noisy
